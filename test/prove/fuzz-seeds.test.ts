/** What only fuzzing finds is found whatever the seed, and shown by as few requests as it takes. */
import { describe, test } from 'vitest'
import { faults } from '../../fixtures/reference/faults/index.ts'
import type { OperationId } from '../../schemas/registry.ts'
import { operation } from '../../schemas/registry.ts'
import { outcomeOf } from '../judged.ts'
import { isConsistencyCheck } from '../../suites/checks/check.ts'
import { killersOf } from '../../suites/prove/kills.ts'
import { checksOn } from '../../suites/run/checks.ts'

const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1)
/** What is tried on one operation alone is found as well under half as many. */
const seedsFor = (id: string) => (/^fuzz\/(?:steps|race)-/.test(id) ? SEEDS : SEEDS.slice(0, 10))
/** What `--fuzz` is where it is not given. */
const DEFAULT = 25

/** Those that take longest first. */
const fuzzed = faults
  .filter(({ id }) => killersOf(id).every((check) => check.id.startsWith('fuzz/')))
  .toSorted((one, other) => seedsFor(other.id).length - seedsFor(one.id).length)

/** How many requests show a sequence at its shortest: creates, steps, a read. */
const shortest: Readonly<Record<string, number>> = { 'fuzz/model': 7, 'fuzz/race': 9 }
const mostFor = (check: string) => shortest[check] ?? 3

/** As little of a run as the fault can be seen in: what it breaks, where the check enrols that; votes need some that vote otherwise. */
function selected(id: string, broken: readonly OperationId[]): readonly string[] {
  const groups = new Set(broken.map((one) => operation(one).group))
  return killersOf(id).flatMap((check) => {
    const own = broken.filter((one) => checksOn(operation(one)).includes(check))
    if (own.length > 0 && !isConsistencyCheck(check)) return own.map((one) => `${one} ${check.id}`)
    const voting = isConsistencyCheck(check) && groups.has('docstore') ? [...groups, 'kvstore'] : [...groups]
    return voting.map((group) => `${group}.* ${check.id}`)
  })
}

describe('faults that only fuzzing finds', () => {
  test('are at least eight, of texts, numbers, shapes, sequences and races', ({ expect }) => {
    expect(fuzzed.length).toBeGreaterThanOrEqual(8)
    for (const sort of ['text', 'number', 'page', 'steps', 'race'])
      expect(fuzzed.some(({ id }) => id.startsWith(`fuzz/${sort}-`))).toBe(true)
  })

  test.concurrent.for(fuzzed)(
    '$id, under ten seeds in a row, and twenty for sequences',
    { timeout: 300_000 },
    async (fault, { expect }) => {
      const { id, operations, level } = fault
      if (operations === '*') throw new Error(`${id} breaks everything`)
      for (const seed of seedsFor(id)) {
        const over = { seed, fuzz: DEFAULT, settleMs: 60, only: selected(id, operations) }
        const { results, leftovers } = await outcomeOf({ faults: [id] }, over)
        const found = results.filter(({ verdict }) => verdict === level)
        expect(found, `seed ${seed}`).not.toEqual([])
        // How far a counterexample is shrunk is held under the first ten seeds.
        for (const { check, evidence } of seed > 10 ? [] : found) {
          const sent = evidence.length
          expect(sent, `seed ${seed}: ${evidence.map(({ curl }) => curl).join('\n')}`).toBeLessThanOrEqual(
            mostFor(check),
          )
        }
        expect(leftovers).toEqual([])
        expect(results.filter(({ verdict }) => verdict === 'error')).toEqual([])
      }
    },
  )
})
