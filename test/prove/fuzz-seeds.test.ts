/** What only fuzzing finds is found whatever the seed, and shown by as few requests as it takes. */
import { describe, test } from 'vitest'
import { faults } from '../../fixtures/reference/faults/index.ts'
import type { Fault } from '../../fixtures/reference/wrap.ts'
import { glob } from '../../schemas/pattern.ts'
import { operation, operations, type OperationId } from '../../schemas/registry.ts'
import { outcomeOf } from '../judged.ts'
import { isConsistencyCheck } from '../../suites/checks/check.ts'
import { fill } from '../../suites/prove/batches.ts'
import { killersOf } from '../../suites/prove/kills.ts'
import { checksOn } from '../../suites/run/checks.ts'
import type { Outcome } from '../../suites/run/outcome.ts'

const SEEDS = Array.from({ length: 20 }, (_, at) => at + 1)
/** What is sent to show them is the same under every seed. */
const isSeedless = (id: string) => /^fuzz\/altered-(?:passed-over|of-number|empty)/.test(id)
/** What is tried on one operation alone is found as well under half as many. */
const seedsFor = (id: string) => (/^fuzz\/(?:steps|race)-/.test(id) ? SEEDS : SEEDS.slice(0, isSeedless(id) ? 1 : 10))
/** What `--fuzz` is where it is not given. */
const DEFAULT = 25

/** Those that take longest first. */
const fuzzed = faults
  .filter(({ id }) => killersOf(id).every((check) => check.id.startsWith('fuzz/')))
  .toSorted((one, other) => seedsFor(other.id).length - seedsFor(one.id).length)

/** How many requests show a sequence at its shortest: creates, steps, a read. */
const shortest: Readonly<Record<string, number>> = { 'fuzz/model': 7, 'fuzz/race': 9 }
const mostFor = (check: string) => shortest[check] ?? 3

/** Who votes besides, where a group alone has too few: all updates, and the texts of a provider. */
const VOTERS = ['*.update', 'application.saveBetaProvider']

/** As little of a run as the fault can be seen in: what it breaks, where the check enrols that; votes need some that vote otherwise. */
function selected(id: string, broken: readonly OperationId[]): readonly string[] {
  const groups = new Set(broken.map((one) => operation(one).group))
  return killersOf(id).flatMap((check) => {
    const own = broken.filter((one) => checksOn(operation(one)).includes(check))
    if (own.length > 0 && !isConsistencyCheck(check)) return own.map((one) => `${one} ${check.id}`)
    const whole = Array.from(groups, (group) => `${group}.*`)
    const others = isConsistencyCheck(check) && isSeedless(id) ? VOTERS : []
    return [...whole, ...others].map((some) => `${some} ${check.id}`)
  })
}

const selectedFor = ({ id, operations: broken }: Fault): readonly string[] => {
  if (broken === '*') throw new Error(`${id} breaks everything`)
  return selected(id, broken)
}

const selects = (fault: Fault): ((result: string) => boolean) => {
  const patterns = selectedFor(fault).map(glob)
  return (result) => patterns.some((matches) => matches(result))
}

/** What no other fault on the same server may touch: what is broken, what it is looked for on, and what is voted on. */
function claimsOf(fault: Fault): readonly string[] {
  const killing = killersOf(fault.id)
  const isLookedFor = selects(fault)
  const sought = operations.filter(({ id }) => killing.some((check) => isLookedFor(`${id} ${check.id}`)))
  const votes = killing.filter(isConsistencyCheck).map(({ id }) => id)
  const broken = fault.operations === '*' ? [] : fault.operations
  return [...new Set([...broken, ...sought.map(({ id }) => id), ...votes])]
}

/** Faults that can't meet share a server: each is looked for on operations of its own. */
const batches = fill(fuzzed, claimsOf)

/** One of each server, then the next of each: tests side by side wait for different ones. */
const inTurns = fuzzed.flatMap((_, at) => batches.flatMap((batch) => batch[at] ?? []))

const ran = new Map<string, Promise<Outcome>>()

/** What a run under this seed finds on the server that this fault stands on; each server is judged once. */
function judgedWith(fault: Fault, seed: number): Promise<Outcome> {
  const batch = batches.findIndex((some) => some.includes(fault))
  const key = `${batch} ${seed}`
  const members = (batches[batch] ?? []).filter(({ id }) => seedsFor(id).includes(seed))
  const over = { seed, fuzz: DEFAULT, settleMs: 60, only: members.flatMap(selectedFor) }
  const known = ran.get(key) ?? outcomeOf({ faults: members.map(({ id }) => id) }, over)
  ran.set(key, known)
  return known
}

describe('faults that only fuzzing finds', () => {
  test('are at least eight, of texts, numbers, shapes, sequences and races', ({ expect }) => {
    expect(fuzzed.length).toBeGreaterThanOrEqual(8)
    for (const sort of ['text', 'number', 'page', 'steps', 'race'])
      expect(fuzzed.some(({ id }) => id.startsWith(`fuzz/${sort}-`))).toBe(true)
  })

  test.concurrent.for(inTurns)(
    'include $id under ten seeds in a row, twenty for sequences, and one where all send the same',
    { timeout: 900_000 },
    async (fault, { expect }) => {
      const isOwn = selects(fault)
      for (const seed of seedsFor(fault.id)) {
        const { results, leftovers } = await judgedWith(fault, seed)
        const own = results.filter(({ id }) => isOwn(id))
        const found = own.filter(({ verdict }) => verdict === fault.level)
        const instead = own.map(({ id, verdict, message }) => `${id} ${verdict}: ${message}`).join('\n')
        expect(found, `seed ${seed}: ${instead}`).not.toEqual([])
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
