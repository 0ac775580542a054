import type { Evidence, Gathered, Need, Terms } from './evidence.ts'
import type { Turn } from './turn.ts'
import type { Operation } from '../../../schemas/registry.ts'
import { isMissing, Skipped, type Missing } from '../../claim/finding.ts'

/** Which kinds of evidence are wanted, and which parts of each. */
export type Wanted = ReadonlyMap<Evidence, ReadonlySet<string>>

/** All that these needs ask for on an operation, and what that needs in turn. */
export function wantedBy(needs: Iterable<Need<unknown>>, operation: Operation): Wanted {
  const wanted = new Map<Evidence, Set<string>>()
  const want = (need: Need<unknown>) => {
    for (const { kind, part } of need.wishes) {
      if (!kind.on(operation)) continue
      const parts = wanted.get(kind) ?? new Set()
      if (!wanted.has(kind)) {
        wanted.set(kind, parts)
        Object.values(kind.needs).forEach(want)
      }
      if (part !== undefined) parts.add(part)
    }
  }
  for (const need of needs) want(need)
  return wanted
}

/** Requests at most that all these kinds take together, while nothing fails. */
export const costOf = (wanted: Wanted, operation: Operation, terms: Omit<Terms, 'parts'>): number =>
  [...wanted].reduce((sum, [kind, parts]) => sum + kind.cost(operation, { ...terms, parts }), 0)

/** What has been gathered, by kind. */
export class Collected implements Gathered {
  readonly #found: ReadonlyMap<Evidence, unknown>
  readonly #otherwise: Missing

  /** @param otherwise what it means that a kind is not there */
  constructor(found: ReadonlyMap<Evidence, unknown>, otherwise: Missing = new Skipped('it was not sent')) {
    this.#found = found
    this.#otherwise = otherwise
  }

  of(kind: Evidence): unknown {
    const found = this.#found.has(kind) ? this.#found.get(kind) : this.#otherwise
    if (isMissing(found)) throw found
    return found
  }
}

/** Nothing was sent at all, for this reason. */
export const nothingGathered = (why: Missing): Gathered => new Collected(new Map(), why)

/**
 * Gathers all that is wanted, each kind as soon as what it needs, and what it would spoil, is there.
 * What was changed is put back in the end, whatever ended it.
 */
export async function gather(turn: Turn, wanted: Wanted): Promise<Gathered> {
  const found = new Map<Evidence, unknown>()
  const gathered = new Collected(found)
  const underWay = new Map<Evidence, Promise<void>>()
  const begin = (kind: Evidence): Promise<void> => {
    const known = underWay.get(kind)
    if (known) return known
    const done = (async () => {
      await allOf(
        before(kind)
          .filter((one) => wanted.has(one))
          .map(begin),
      )
      found.set(kind, await outcomeOf(kind))
    })()
    underWay.set(kind, done)
    return done
  }
  const outcomeOf = async (kind: Evidence): Promise<unknown> => {
    try {
      return await kind.gather({ ...turn, gathered, parts: wanted.get(kind) ?? new Set() })
    } catch (thrown) {
      if (isMissing(thrown)) return thrown
      throw thrown
    }
  }
  // What was written before may come to be seen only now, and is no effect of what follows.
  await turn.caller.quiet()
  try {
    await allOf([...wanted.keys()].filter(isOfLanes).map(begin))
  } finally {
    if (!isMissing(turn.tried)) await turn.tried.restore(turn.caller.sure)
  }
  return gathered
}

/** What later phases gather is handed in by them. */
const isOfLanes = ({ phase }: Evidence) => phase === 'lanes'

/** Waits for all, also where one fails: what is under way may still make something that has to be found. */
export async function allOf<T>(underWay: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(underWay)
  return Promise.all(underWay)
}

const known = new Map<Evidence, readonly Evidence[]>()

/** All kinds that come before this one, whether they are wanted or not: what lies between keeps two of them in order. */
function before(kind: Evidence): readonly Evidence[] {
  const found = known.get(kind)
  if (found) return found
  const next = [...kind.after, ...Object.values(kind.needs).flatMap(({ wishes }) => wishes.map((wish) => wish.kind))]
  const all = [...new Set(next.flatMap((one) => [one, ...before(one)]))]
  known.set(kind, all)
  return all
}
