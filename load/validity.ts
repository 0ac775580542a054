/** Whether the figures are a result at all, and where the target gave one. */
import type { Load } from '../schemas/load.ts'
import type { Measure } from './measure.ts'
import { extraRequests } from './scripts/steps.ts'

/** So many times slower than at rest, a target is busy. */
const BUSY = 2
/** So many times slower than at rest, it has given one. */
const OVERRUN = 10
/** This share of the responses of a window may be faster, where the target stopped for a moment. */
const SLOWEST = 0.9
/** Shares of errors, and of journeys begun, at which it has given one. */
const ERRORS = 0.05
const BEGUN = 0.8
/** A share of journeys that may be missing: what a pause of the machine costs. */
const SLACK = 0.01
/** Fewer requests than these say nothing of a window. */
const ENOUGH = 10
/** So many windows in a row show that it gave way. */
const IN_A_ROW = 3
/** A generator that takes so much of all cores has none to spare. */
const SATURATED = 0.9

export interface Generator {
  /** Journeys that k6 had no virtual user for. */
  readonly dropped: number
  /** Cores that k6 used on average, of so many; null where that can't be told. */
  readonly cpu: number | null
  readonly cores: number
}

const percent = (share: number) => `${Math.round(share * 100)} %`

/** Whether the target itself kept virtual users waiting whenever journeys could not begin: it may have stopped for a moment only. */
function heldUp(measure: Measure): boolean {
  const windows = Array.from({ length: measure.windows }, (_, window) => window)
  const short = windows.filter((window) => {
    const planned = measure.planned(window)
    return planned - measure.begun(window) > Math.max(1, planned * SLACK)
  })
  // Who waits in a window may have begun to in the one before.
  const slowest = (window: number) => measure.slowdown(window, SLOWEST) ?? 0
  return short.length > 0 && short.every((window) => Math.max(slowest(window - 1), slowest(window)) >= OVERRUN)
}

/** Why the generator, and not the target, set the pace: then the figures say nothing of the target. null: it did not. */
export function invalidity(measure: Measure, { dropped, cpu, cores }: Generator): string | null {
  const planned = measure.planned()
  const late = planned - dropped - measure.completed
  const slow = measure.slowdown()
  const busy = slow !== null && slow >= BUSY
  if (cpu !== null && cpu >= SATURATED * cores)
    return `k6 took ${cpu.toFixed(1)} of ${cores} cores, so it measured itself; lower --rate, give it more cores (GOMAXPROCS), or share the load between machines (--execution-segment)`
  if (dropped > Math.max(1, planned * SLACK) && !busy && !heldUp(measure))
    return (
      `k6 had no free virtual user for ${dropped} of ${Math.round(planned)} journeys while the target answered ` +
      `as fast as at rest; raise --concurrency, or lower --rate`
    )
  if (late > Math.max(2, planned * 0.1) && !busy)
    return `k6 ended ${measure.completed} of ${Math.round(planned)} journeys while the target answered as fast as at rest; lower --rate`
  return null
}

/** Why a window shows that the target gave way; null: it held. */
function gaveWayIn(measure: Measure, window: number): string | null {
  const { count, errors } = measure.errors(window)
  if (count >= ENOUGH && errors > count * ERRORS)
    return `${percent(errors / count)} of the responses were errors or none`
  const slow = measure.slowdown(window)
  if (slow !== null && slow >= OVERRUN) return `responses took ${Math.round(slow)} times as long as at rest`
  const planned = measure.planned(window)
  if (planned >= ENOUGH && measure.begun(window) < planned * BEGUN && (slow ?? BUSY) >= BUSY)
    return `${percent(measure.begun(window) / planned)} of the journeys that were due could begin`
  return null
}

/** Requests a second of the load's own steps, of those that beside the journeys look at refusals and deletes, and of lookups. */
function requestsPerJourney({ plan }: Measure): number {
  const each = plan.turns.map((turn) => {
    const journey = plan.journeys[turn]
    if (!journey) return 0
    const own = journey.steps.filter(({ act }) => act !== 'gone').length
    return own + extraRequests(journey.steps) + (journey.record?.lookup ? 1 : 0)
  })
  return each.reduce((sum, one) => sum + one, 0) / Math.max(1, each.length)
}

/**
 * The first window in which the target gave way and did not recover in the next two: a pause of the machine is no breakpoint. Its rate is the most that the target served in
 * a second up to then: a queue grows for a while before responses become slow, and what was asked for meanwhile was never served.
 * @param until windows that are over
 */
export function breakpoint(measure: Measure, until: number): NonNullable<Load['gaveWay']> | null {
  for (let window = 0; window + IN_A_ROW <= until; window++) {
    const why = gaveWayIn(measure, window)
    const after = Array.from({ length: IN_A_ROW - 1 }, (_, at) => window + 1 + at)
    if (why === null || after.some((one) => gaveWayIn(measure, one) === null)) continue
    const { windowMs } = measure
    const asked = (measure.planned(window) / (windowMs / 1000)) * requestsPerJourney(measure)
    const served = Array.from({ length: window + IN_A_ROW }, (_, at) => measure.served(at) / (windowMs / 1000))
    const rate = Math.min(asked, Math.max(...served))
    return { rate: Math.round(rate * 10) / 10, atMs: window * windowMs, why }
  }
  return null
}
