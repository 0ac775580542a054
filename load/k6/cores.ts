/** How many cores k6 may use. */
import { availableParallelism } from 'node:os'
import type { Environment } from './build.ts'

/** Requests a second for each core: they take k6 a fifth of one, and on a slow machine half of it. */
const PER_CORE = 500

/**
 * As many as a load needs, with plenty to spare: on more, Go takes an eighth more processor time to wake them for little each, and
 * takes it from a target on the same machine. GOMAXPROCS says otherwise.
 * @param requests a second, at the height of the load
 */
export function coresFor(requests: number, env: Environment): number {
  const named = Number(env['GOMAXPROCS'])
  if (Number.isInteger(named) && named > 0) return named
  return Math.min(availableParallelism(), Math.max(1, Math.ceil(requests / PER_CORE)))
}
