/** How the target behaves at rest: what is held against it under load is only what it did then. */
import type { Plan } from './plan.ts'

type Sort = Plan['unknown'][number]

/** What setup saw; each virtual user goes on from it where setup was another machine's. */
export interface Learned {
  /** By operation: whether each of its reads so far showed the journey's own record. */
  shows: Record<string, boolean>
  /** By operation: whether a deleted record is still shown. */
  stays: Record<string, boolean>
  /** By journey: the status that each of its reads showed, the same each time; null: it was not the same. */
  statuses: Record<string, readonly string[] | null>
  /** How reads answered what was deleted. */
  unknown: Sort[]
}

let learned: Learned = { shows: {}, stays: {}, statuses: {}, unknown: [] }
let hasLearned = false

export const seenAtRest = (): Learned => learned

/** Each virtual user has to be told what setup saw, once. */
export function remember(seen: Learned): void {
  if (!hasLearned) learned = { ...seen }
  hasLearned = true
}

/** Whether a read showed its journey's record each time so far. */
export const shows = (operation: string): boolean => learned.shows[operation] === true

/** @param atRest whether it was seen at rest, where each read counts; under load only what nobody has seen yet is learned */
export function learnShown(operation: string, shown: boolean, atRest: boolean): void {
  const before = learned.shows[operation]
  if (before === undefined || atRest) learned.shows = { ...learned.shows, [operation]: shown && before !== false }
}

/** Whether a deleted record is still shown; undefined where nobody has looked. */
export const stays = (operation: string): boolean | undefined => learned.stays[operation]

export const isUnknown = ({ status, code }: Sort): boolean =>
  learned.unknown.some((one) => one.status === status && one.code === code)

/** @param sort how the read of a deleted record was refused; null: it was shown */
export function learnGone(operation: string, sort: Sort | null): void {
  learned.stays = { ...learned.stays, [operation]: sort === null }
  if (sort !== null && sort.status >= 400 && !isUnknown(sort)) learned.unknown = [...learned.unknown, sort]
}

/** The statuses that each read of a journey is to show; undefined where nothing is known. */
export const statusesOf = (journey: string): readonly string[] | null | undefined => learned.statuses[journey]

const rounds = new Map<string, readonly string[]>()

/** @param seen what the reads of one iteration showed; two are held to agree */
export function learnStatuses(journey: string, seen: readonly string[]): void {
  const before = rounds.get(journey)
  rounds.set(journey, seen)
  if (!before) return
  const same = before.length === seen.length && before.every((status, at) => status === seen[at])
  learned.statuses = { ...learned.statuses, [journey]: same ? seen : null }
}
