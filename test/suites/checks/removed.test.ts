/** The removal of what the run can't make, where its own is refused: that of an unknown one may have taken it. */
import { expect, it } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { removed } from '../../../suites/checks/nodes.ts'
import { removedUser } from '../../../suites/checks/removed-user.ts'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { caseOf } from '../cases.ts'
import type { Given } from '../given.ts'
import { failure, success } from '../red/pair.ts'

const cases = [
  { check: removed, of: 'cluster.removeWorker', field: 'nodeId' },
  { check: removedUser, of: 'admin.removeUser', field: 'authId' },
] as const

/** What is said where its own removal was refused, and a list shows it no more. */
function judged({ check, of, field }: (typeof cases)[number], unknown: Exchange): string {
  const list = (ids: readonly string[]) => success(ids.map((id) => ({ [field]: id })))
  const given: Given = {
    control: failure(409, 'CONFLICT', 'Not now', { asked: { body: { [field]: 'one' } } }),
    probes: [
      { ask: 'list-before', of: '', exchange: list(['one', 'two']) },
      { ask: 'unknown', of: '', exchange: unknown },
      { ask: 'list', of: '', exchange: list(['two']) },
    ],
  }
  try {
    check.prove({ ...caseOf(given), operation: operation(of) })
  } catch (error) {
    if (error instanceof Breach || error instanceof Inconclusive) return error.message
    throw error
  }
  return 'pass'
}

it.each(cases)('$of tells that the unknown one took it', (one) => {
  expect(judged(one, success())).toContain('once an unknown one was removed')
})

it.each(cases)('$of holds nothing against a target that refuses both', (one) => {
  expect(judged(one, failure())).toContain('the valid request does not succeed')
})
