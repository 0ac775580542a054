/**
 * Creates, reads, updates, deletes and actions on several records of a kind in any order, against a model that knows only
 * what the specification says: what was acknowledged is shown, what was deleted is gone, everything else stays as it was.
 */
import fc from 'fast-check'
import { Breach } from '../claim/finding.ts'
import { TrackedRecords } from './tracked-records.ts'
import { MODEL, type Part } from './part.ts'
import { search, seedOf, type Again, type Broken, type Found, type Searched } from './search.ts'
import type { Stage } from './stage.ts'
import { beginning, requestsOf, returning, sequences, Step, type Command, type Real, type Said } from './steps.ts'
import { racing, rehearse, telling } from './writers.ts'

/**
 * Requests that sequences may take for each run that is asked for: after so many no further step is begun.
 * @param writers how many operations write what a read shows; where there is none, there is less to go wrong
 */
const shareOf = (writers: number): number => (writers > 0 ? 8 : 4)
/** The last step of the last sequence, and the reads of all that it made. */
const OVERSHOOT = 24
/** For each writer that is seen to write, two values, the first again and a look; beside them what the first sequence takes. */
const returningOf = (writers: number): number => 4 * writers + 8
/** Sequences tried at most in search of the shortest. */
const SHORTER_AT_MOST = 300

export const modelPart: Part = {
  checks: [MODEL],
  cost: ({ operation: { act }, runs }) => shareOf(telling(act.kind)) * runs + OVERSHOOT + returningOf(racing(act.kind)),
}

interface Played {
  readonly broken: Broken | null
  /** The steps that were taken; others did not apply. */
  readonly taken: readonly Said[]
  readonly requests: number
}

type Play = (steps: Iterable<Command>, shrinking: boolean, most?: number) => Promise<Played>

/** Tries sequences of steps on records of the stage's kind; of a finding the value is the shortest, as plain data. */
export async function tryModel(stage: Stage, runs: number, again?: Again): Promise<Searched<readonly Said[]>> {
  if (!stage.own) return { found: [], tried: 0, complete: true }
  const writers = await rehearse(stage, stage.own)
  // What shows that it was done is done oftener.
  const telling = writers.filter(({ fields }) => fields.length > 0)
  const all = [...writers, ...telling, ...telling, ...telling]
  const names = all.map(({ operation }) => operation.name)
  const commands = (said: readonly Said[]) => said.map((one) => new Step(one, names))
  const play: Play = async (steps, shrinking, most = Infinity) => {
    const real: Real = { tracked: new TrackedRecords(stage, shrinking), writers: all, taken: [], most }
    const broken = await run(real, steps)
    return { broken, taken: real.taken, requests: requestsOf(real.tracked) }
  }
  const back = returning(
    writers.flatMap(({ fields, natural }, at) => (fields.length > 0 || natural !== null ? [at] : [])),
  )
  const seed = seedOf(stage.caller.options.seed, `${stage.operation.id} model`)
  if (again) {
    // Its steps are known; what led to them need not be walked again.
    const value = again.payload as readonly Said[]
    const { broken } = await play(commands(value), false)
    const found = broken ? [{ ...broken, value, path: again.path, seed, first: broken.breach }] : []
    return { found, tried: 1, complete: true }
  }
  const most = shareOf(telling.length) * runs + returningOf(writers.length)
  let spent = 0
  let last: readonly Said[] = []
  const searched = await search<Iterable<Command>>(
    {
      seed,
      arbitrary: sequences(names),
      // What comes back is too seldom drawn.
      examples: [commands(back)],
      runs: runs + 1,
      limitMs: stage.caller.options.fuzzMs,
      unbiased: true,
    },
    async (sequence, _wanted, shrinking) => {
      const left = shrinking ? Infinity : most - spent
      if (left <= 0) return null
      const played = await play(chain(commands(beginning), sequence), shrinking, left)
      spent += played.requests
      if (played.broken) last = played.taken
      return played.broken
    },
  )
  const polished = searched.found.map((found) => polish(found, last, (said) => play(commands(said), true)))
  return { ...searched, found: await Promise.all(polished) }
}

function* chain<T>(...all: readonly Iterable<T>[]): Generator<T> {
  for (const one of all) yield* one
}

async function run(real: Real, steps: Iterable<Command>): Promise<Broken | null> {
  const { tracked } = real
  try {
    await fc.asyncModelRun(() => ({ model: { alive: 0, gone: 0, over: false }, real }), steps)
    for (const subject of tracked.records) {
      const breach = await tracked.look(subject)
      if (breach) throw breach
    }
    return null
  } catch (thrown) {
    if (thrown instanceof Breach) return { check: MODEL, breach: thrown }
    throw thrown
  } finally {
    await tracked.leave()
  }
}

/** Leaves out every step that is not needed: fast-check may end where no single further one can be left out. */
async function polish(
  found: Found<unknown>,
  steps: readonly Said[],
  play: (steps: readonly Said[]) => Promise<Played>,
): Promise<Found<readonly Said[]>> {
  let tried = 0
  let best: Broken = found
  let value = steps
  for (let shorter = true; shorter;) {
    shorter = false
    for (const candidate of simpler(value)) {
      if (++tried > SHORTER_AT_MOST) break
      const { broken, taken } = await play(candidate)
      if (!broken || weight(taken) >= weight(value)) continue
      best = broken
      value = taken
      shorter = true
      break
    }
  }
  return { ...found, ...best, value }
}

const weight = (steps: readonly Said[]): number => 2 * steps.length + steps.filter(({ look }) => look).length

/** A sequence without one step, without two, and with a look less. */
function* simpler(steps: readonly Said[]): Generator<readonly Said[]> {
  for (let at = steps.length - 1; at >= 0; at--) yield steps.toSpliced(at, 1)
  for (let at = steps.length - 1; at > 0; at--)
    for (let other = at - 1; other >= 0; other--) yield steps.toSpliced(at, 1).toSpliced(other, 1)
  for (const [at, step] of steps.entries()) if (step.look) yield steps.with(at, { ...step, look: false })
}
