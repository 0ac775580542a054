import { test } from 'vitest'
import type { Fault } from '../../fixtures/reference/wrap.ts'
import { outcomeOf } from '../judged.ts'
import { killersOf } from './kills.ts'

/** One test a fault: every check that names it says so, at the fault's level, and nothing of ours breaks. */
export function proveFaults(faults: readonly Fault[]): void {
  test.concurrent.for(faults)('$id is killed', { timeout: 300_000 }, async ({ id, level }, { expect }) => {
    // What only fuzzing finds is fuzzed for, by the checks that name it and whose votes are held against each other.
    const killers = killersOf(id)
    const fuzzed = killers.every((check) => check.id.startsWith('fuzz/'))
    const over = fuzzed ? { fuzz: 25, only: killers.map((check) => check.id) } : {}
    const { results, planned, noVerdict } = await outcomeOf({ faults: [id] }, over)
    expect(noVerdict).toBeNull()
    expect(results).toHaveLength(planned)
    expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([])
    const said = new Set(results.filter(({ verdict }) => verdict === level).map(({ check }) => check))
    for (const check of killers) expect(said).toContain(check.id)
  })
}
