import { describe, expect, it } from 'vitest'
import { planOf } from '../../../suites/run/plan.ts'
import { Results } from '../../../suites/run/results.ts'
import { targetAt } from '../../fixtures/tiny.ts'

const plan = planOf({ only: ['sqla.one'], skip: [], allow: [], target: targetAt(''), shard: { index: 1, count: 1 } })

describe('results', () => {
  const result = (id: string) => ({
    id,
    operation: 'sqla.one',
    check: 'a',
    clause: 'b',
    verdict: 'fail' as const,
    message: '',
    durationMs: 0,
    evidence: [],
  })

  it('are listed in the order of the plan', () => {
    const results = new Results(plan)
    const [first, second] = [...results.planned]
    results.add([result(second ?? ''), result(first ?? '')])
    expect(results.list().map(({ id }) => id)).toEqual([first, second])
  })

  it('are counted, and the failures among them', () => {
    const results = new Results(plan)
    const [first = '', second = ''] = results.planned
    results.add([result(first), { ...result(second), verdict: 'pass' }])
    expect([results.reached, results.failures, results.has(second)]).toEqual([2, 1, true])
  })

  it.each([
    ['warn', 'census/others', true],
    ['fail', 'jobs/kept', true],
    ['known', 'actions/records', true],
    ['inconclusive', 'census/others', false],
    ['pass', 'census/kept', false],
    ['warn', 'records/lasting', false],
  ] as const)('tell of a change by a %s of %s: %s', (verdict, check, tells) => {
    const results = new Results(plan)
    results.add([{ ...result('one'), check, verdict }])
    expect(results.tellsChange).toBe(tells)
  })

  it('are reached once', () => {
    const results = new Results(plan)
    const [first = ''] = results.planned
    results.add([result(first)])
    expect(() => results.add([result(first)])).toThrow(`${first} is judged twice`)
  })
})
