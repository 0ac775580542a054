/** How the steps of a journey hang together. */
import { mixed } from './turns.ts'
import type { JourneyPlan, Step } from './plan.ts'

/** The last step before a read that may have changed what it shows; -1: none since the last read. */
export function cause(steps: readonly Pick<Step, 'act'>[], read: number): number {
  for (let at = read - 1; at >= 0; at--) {
    const act = steps[at]?.act
    if (act === 'uses') return at
    if (act === 'reads' || act === 'creates') return -1
  }
  return -1
}

/** Which of a journey's reads a read is, from 0. */
export const readAt = (steps: readonly Pick<Step, 'act'>[], place: number): number =>
  steps.slice(0, place).filter(({ act }) => act === 'reads').length

/** A request that must be refused is never a create, which might make a record, nor a delete. */
export const mayProbe = ({ act }: Step): boolean => act === 'reads' || act === 'uses'

/** One in so many requests is sent once more with a bad credential. */
const PROBE_EVERY = 16

/** One in so many iterations reads its record once more after its delete. */
export const GONE_EVERY = 4

/**
 * The step of an iteration that is sent once more with a bad credential; null: none is.
 * @param number of the iteration in the whole test
 */
export function probed(
  { steps }: JourneyPlan,
  number: number,
): { readonly place: number; readonly odd: boolean } | null {
  const chance = mixed(number * 7919 + 13)
  const place = chance % PROBE_EVERY
  const step = steps[place]
  return step && mayProbe(step) ? { place, odd: (chance >>> 16) % 2 === 1 } : null
}

/** Requests that an iteration sends besides its journey's own, on average. */
export function extraRequests(steps: readonly Pick<Step, 'act'>[]): number {
  const own = steps.filter(({ act }) => act !== 'gone').length
  const eligible = steps.slice(0, PROBE_EVERY).filter(({ act }) => act === 'reads' || act === 'uses').length
  return eligible / PROBE_EVERY + (own < steps.length ? 1 / GONE_EVERY : 0)
}
