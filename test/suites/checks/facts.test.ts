import { expect, it } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { isConsistencyCheck, isMonitor } from '../../../suites/checks/check.ts'
import { factChecks } from '../../../suites/checks/facts.ts'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import { caseOf } from '../cases.ts'
import { success } from '../red/pair.ts'

const admin = (authId: string, users: readonly object[] = []) => ({ adminId: 'one', authId, users })

/** What is said of two reads of the administrator. */
function saidOf(first: unknown, second: unknown): string {
  const [check] = factChecks
  if (!check || isMonitor(check) || isConsistencyCheck(check)) throw new Error('no check')
  try {
    const scene = caseOf({ control: success(first), unusual: [success(second)] })
    check.prove({ ...scene, operation: operation('admin.one') })
    return 'held'
  } catch (thrown) {
    if (thrown instanceof Breach) return 'breach'
    if (thrown instanceof Inconclusive) return 'undecided'
    throw thrown
  }
}

it.each([
  ['the same one', admin('a'), admin('a'), 'held'],
  ['the same one in an envelope, with other users', { data: admin('a') }, { data: admin('a', [admin('b')]) }, 'held'],
  ['another one', admin('a'), admin('b'), 'breach'],
  ['a list, of which the order says nothing', [admin('a'), admin('b')], [admin('b'), admin('a')], 'undecided'],
  ['one without identifiers', { name: 'a' }, { name: 'b' }, 'undecided'],
])('an administrator is %s', (_what, first, second, said) => {
  expect(saidOf(first, second)).toBe(said)
})
