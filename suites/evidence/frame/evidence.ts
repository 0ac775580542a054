/** What a kind of evidence is, and what asks for it. */
import type { Operation } from '../../../schemas/registry.ts'
import type { Target } from '../../../schemas/target.ts'
import { isMissing, Skipped, type Missing } from '../../claim/finding.ts'
import type { Turn } from './turn.ts'

/** What was gathered for one operation. */
export interface Gathered {
  /**
   * What a kind of evidence came to.
   * @throws Inconclusive, Skipped or Blocked where it could not be had
   */
  of(kind: Evidence): unknown
}

/** A kind of evidence that is wanted, and which part of it. */
export interface Wish {
  readonly kind: Evidence
  readonly part?: string
}

/** What a check, or another kind of evidence, asks for: a kind of evidence itself, or something of it. */
export interface Need<T> {
  readonly wishes: readonly Wish[]
  /**
   * Takes it from what was gathered.
   * @throws Inconclusive, Skipped or Blocked where it could not be had
   */
  from(gathered: Gathered): T
}

export type Needs = Readonly<Record<string, Need<unknown>>>

/** What needs are given: of each its own type. */
export type Values<N extends Needs> = { readonly [Name in keyof N]: N[Name] extends Need<infer T> ? T : never }

/** When a kind is gathered: with the operations' own requests, or by a later phase of the run for many operations at once. */
export type Phase = 'lanes' | 'late' | 'fuzz' | 'restart'

/** What the cost of a kind depends on besides the operation. */
export interface Terms {
  readonly parts: ReadonlySet<string>
  /** Whether `--allow destructive` was given. */
  readonly destructive: boolean
  /** What `--fuzz` says. */
  readonly fuzz: number
  readonly target: Pick<Target, 'sample' | 'token' | 'auth' | 'lookup' | 'prepare'>
}

/** What each gathering is given besides what it needs. */
export interface Gathering extends Turn {
  readonly parts: ReadonlySet<string>
  readonly gathered: Gathered
}

export interface Evidence<T = unknown> extends Need<T> {
  /** What it is called where a plan or a benchmark speaks of it. */
  readonly id: string
  readonly phase: Phase
  readonly needs: Needs
  /** Kinds that are gathered first where both are wanted, since this one would spoil them. */
  readonly after: readonly Evidence[]
  /** Operations that it can be gathered on. */
  on(operation: Operation): boolean
  /** Requests at most while nothing fails. */
  cost(operation: Operation, terms: Terms): number
  /** @throws Inconclusive, Skipped or Blocked where it can't be had */
  gather(gathering: Gathering): Promise<T>
}

interface Definition<N extends Needs, T> {
  readonly id: string
  readonly needs: N
  readonly after?: readonly Evidence[]
  on?(operation: Operation): boolean
  cost(operation: Operation, terms: Terms): number
  gather(gathering: Gathering & Values<N>): Promise<T> | T
}

/** Defines a kind of evidence. It is a need itself: of all that its `gather` returns. */
export function evidence<N extends Needs, T>(definition: Definition<N, T>): Evidence<T> {
  const { needs, after = [] } = definition
  return needed<T>({
    on: () => true,
    ...definition,
    after,
    phase: 'lanes',
    gather: async (gathering) => definition.gather({ ...gathering, ...valuesOf(needs, gathering.gathered) }),
  })
}

/** A kind of evidence that a later phase of the run gathers for many operations at once, and hands in. */
export function handedIn<T>(
  definition: Pick<Evidence, 'id' | 'phase' | 'on' | 'cost'> & Partial<Pick<Evidence, 'needs'>>,
): Evidence<T> {
  return needed<T>({
    needs: {},
    ...definition,
    after: [],
    gather: () => Promise.reject(new Error(`${definition.id} is handed in, not gathered`)),
  })
}

/** A kind as the need of all that it comes to. */
function needed<T>(definition: Omit<Evidence<T>, keyof Need<T>>): Evidence<T> {
  const wishes: Wish[] = []
  // Nothing but what this kind itself came to stands under it.
  const kind: Evidence<T> = { ...definition, wishes, from: (gathered) => gathered.of(kind) as T }
  wishes.push({ kind })
  return kind
}

/** What the needs of a check or of a kind of evidence are given; throws why the first of them is missing. */
export function valuesOf<N extends Needs>(needs: N, gathered: Gathered): Values<N> {
  const values: Record<string, unknown> = {}
  for (const [name, need] of Object.entries(needs)) values[name] = need.from(gathered)
  // A record forgets which name has which type.
  return values as Values<N>
}

/** Evidence in parts that are asked for one by one, and sent together. */
export interface InParts<P extends string, T> {
  readonly parts: ReadonlyMap<P, T | Missing>
}

/** One part of a kind of evidence. */
export const part = <P extends string, T>(kind: Evidence<InParts<P, T>>, name: P): Need<T> => ({
  wishes: [{ kind, part: name }],
  from(gathered) {
    const found = kind.from(gathered).parts.get(name)
    if (found === undefined) throw new Skipped('it was not sent')
    if (isMissing(found)) throw found
    return found
  },
})

/** What is read out of what another need is given; `read` throws where that is not enough. */
export const derived = <T, U>(need: Need<T>, read: (given: T) => U): Need<U> => ({
  wishes: need.wishes,
  from: (gathered) => read(need.from(gathered)),
})

/** What may be missing: undefined then, and the check is called all the same. */
export const optional = <T>(need: Need<T>): Need<T | undefined> => ({
  wishes: need.wishes,
  from(gathered) {
    const found = outcome(need).from(gathered)
    return isMissing(found) ? undefined : found
  },
})

/** What is taken where something else wants it, and asked for by nobody on this account; undefined else. */
export const whereWanted = <T>(kind: Evidence<T>): Need<T | undefined> => ({ ...optional(kind), wishes: [] })

/** What is given with the reason in its place where it is missing. */
export const outcome = <T>(need: Need<T>): Need<T | Missing> => ({
  wishes: need.wishes,
  from(gathered) {
    try {
      return need.from(gathered)
    } catch (thrown) {
      if (isMissing(thrown)) return thrown
      throw thrown
    }
  },
})

/** What is worth nothing where the guard is missing. */
export const guarded = <T>(guard: Need<unknown>, need: Need<T>): Need<T> => ({
  wishes: [...guard.wishes, ...need.wishes],
  from(gathered) {
    guard.from(gathered)
    return need.from(gathered)
  },
})
