/** What a subject looks like, and what of it moves by itself. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { differences } from '../../fixtures/payload/find.ts'
import { tellsNothing } from '../target/not-now.ts'
import type { Profile } from '../target/profile.ts'

/** What can be seen of a subject at one time. */
export interface Snapshot {
  /** What is compared; undefined where it could not be seen. */
  readonly view: unknown
  readonly exchange: Exchange
  /** No operation shows it, so nothing was asked: waiting shows no more. */
  readonly isUnasked?: true
  /** The response tells nothing of what there is: it differs from no other. */
  readonly isUnread?: true
}

/** What a read showed. @param view undefined where it showed nothing */
export const snapshotOf = (view: unknown, exchange: Exchange, profile: Profile): Snapshot => ({
  view,
  exchange,
  ...(view === undefined && tellsNothing(exchange, profile) ? { isUnread: true } : {}),
})

/** What a lane has learned of how its subjects can be seen; shared by all subjects of the lane. */
export interface VolatilePaths {
  /** Paths of the view that change by themselves. */
  readonly moving: Set<string>
  /** The sorts of subject of which two looks with nothing between them have been compared: a list shows other paths than a record. */
  readonly learned: Set<string>
  /** Authorised requests in a row whose effect never showed, however long it was waited for. */
  fruitless: number
}

export const newVolatilePaths = (): VolatilePaths => ({ moving: new Set(), learned: new Set(), fruitless: 0 })

/** The same field of whichever item of a list. */
const inAnyItem = (path: string) => path.replaceAll(/\[\d+\]/g, '[]')

/** Paths at which two looks differ, but for what changes by itself: a field that does so in one item of a list does so in all. */
export function changed(before: Snapshot, after: Snapshot, volatile: VolatilePaths): readonly string[] {
  if (before.isUnread || after.isUnread) return []
  const moving = new Set([...volatile.moving].map(inAnyItem))
  return differences(before.view, after.view).filter((path) => !moving.has(inAnyItem(path)))
}

/** A few of these paths, in words. */
export const inWords = (paths: readonly string[]): string =>
  paths
    .slice(0, 4)
    .map((path) => path || 'the whole response')
    .join(', ') + (paths.length > 4 ? ` and ${paths.length - 4} more` : '')
