/** Operations that are not there: told as such, in one block, and nothing of theirs passes. */
import { expect, test } from 'vitest'
import { inSentence, notThereOf } from '../../reports/model/not-there.ts'
import { groupOf } from '../../reports/model/words.ts'
import { eleven } from '../../fixtures/reference/faults/answers/exists.ts'
import { findFault } from '../../fixtures/reference/faults/index.ts'
import { outcomeOf } from '../judged.ts'

test.each([
  { who: 'who may do everything', allow: ['deploy', 'host', 'destructive'] as const },
  { who: 'who may do nothing further', allow: [] },
])('a server without eleven groups is told so in one block, by one $who', { timeout: 300_000 }, async ({ allow }) => {
  const { results } = await outcomeOf({ faults: ['exists/eleven-groups'] }, { allow, fuzz: 1 })
  const block = notThereOf(results)
  // Of the cluster nothing but one read may be sent unasked, and one operation is no group.
  const cluster = allow.length > 0 ? 'cluster.*' : 'cluster.getNodes'
  const whole = [...eleven].filter((group) => group !== 'cluster').map((group) => `${group}.*`)
  expect(block?.omit.toSorted()).toEqual([...whole, cluster].toSorted())
  const missing = results.filter(({ operation }) => eleven.has(groupOf(operation)))
  const said = new Set(
    missing.map(({ check, verdict }) => (check === 'exists/operation' ? `exists ${verdict}` : verdict)),
  )
  expect([...said]).not.toContain('pass')
  expect([...said]).not.toContain('note')
  expect([...said]).not.toContain('inconclusive')
  // What is there is judged as ever.
  const others = results.filter(({ operation }) => !eleven.has(groupOf(operation)))
  expect(others.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')).toEqual([])
  if (allow.length > 0) expect(block?.count).toBe(findFault('exists/eleven-groups')?.operations.length)
})

test('a server with one route has no pass but its own', { timeout: 300_000 }, async () => {
  const { results } = await outcomeOf({ faults: ['exists/one-route'] }, { fuzz: 1 })
  const passing = new Set(results.filter(({ verdict }) => verdict === 'pass').map(({ operation }) => operation))
  expect([...passing]).toEqual(['settings.health'])
  const block = notThereOf(results)
  expect(block && inSentence(block)).toMatch(/^\d+ operations are not there: the whole groups .*application/)
})

test(
  'a server that answers every mistake like an unknown path is accused of lacking nothing',
  { timeout: 300_000 },
  async () => {
    const { results } = await outcomeOf({ variants: ['errors/nothing-told'] }, { allow: [], fuzz: 0 })
    expect(notThereOf(results)).toBeNull()
  },
)

test(
  'an operation that hangs up on every request is not there, and the run goes on',
  { timeout: 300_000 },
  async () => {
    const only = ['kvstore', 'settings.getIp', 'settings.getServiceVersion']
    const { results, noVerdict } = await outcomeOf({ faults: ['exists/silent-kvstore.one'] }, { only, fuzz: 0 })
    expect(noVerdict).toBeNull()
    expect(notThereOf(results)?.omit).toEqual(['kvstore.one'])
    const own = results.filter(({ operation, check }) => operation === 'kvstore.one' && check !== 'exists/operation')
    expect(new Set(own.map(({ verdict }) => verdict))).toEqual(new Set(['blocked']))
  },
)
