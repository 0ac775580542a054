/** The parts of fuzzing one operation, each in a file of its own, and what each says of its cost. */
import { isRecordKind, lifeOf, type Operation } from '../../schemas/registry.ts'
import type { Target } from '../../schemas/target.ts'
import { isListedFirst } from '../evidence/requests/listings.ts'

export const ANSWERED = 'fuzz/answered'
export const SHOWN = 'fuzz/shown'
export const ALTERED = 'fuzz/altered'
export const REFUSED = 'fuzz/refused'
export const LENIENT = 'fuzz/lenient'
export const HEALTHY = 'fuzz/healthy'
export const MODEL = 'fuzz/model'
export const RACE = 'fuzz/race'

/** What is fuzzed: all that a cost depends on. */
export interface Fuzzing {
  readonly operation: Operation
  /** What `--fuzz` says. */
  readonly runs: number
  readonly destructive: boolean
  readonly target: Pick<Target, 'sample' | 'lookup' | 'prepare'>
}

export interface Part {
  /** The checks that want it; null: all of them. */
  readonly checks: readonly string[] | null
  /** Requests that it takes at most while nothing fails. */
  cost(fuzzing: Fuzzing): number
}

export const isWanted = ({ checks }: Part, wanted: ReadonlySet<string>): boolean =>
  checks?.some((check) => wanted.has(check)) ?? true

/** A create, the read that finds its record, and its delete; before a create that no text identifies, a list. */
export const lifeCost = ({ operation: { act }, target }: Fuzzing): number =>
  isRecordKind(act.kind) && isListedFirst(lifeOf(act.kind).create, target) ? 4 : 3

export const makesRecord = ({ act }: Operation): boolean => act.verb === 'makes' && isRecordKind(act.kind)
