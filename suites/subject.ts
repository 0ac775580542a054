import type { Exchange } from '../fixtures/exchange.ts'
import { differences } from '../fixtures/find.ts'
import type { Call } from './call.ts'

/** What can be seen of a subject at one time. */
export interface Look {
  /** What is compared; undefined where it could not be seen. */
  readonly view: unknown
  readonly exchange: Exchange
}

/** What an operation is tried on, and how its effects are seen. */
export interface Subject {
  /** Sends the operation's valid request, but for what the variation says. */
  send(variation: Partial<Call>): Promise<Exchange>
  /** How the subject is seen; null where no operation shows it. */
  readonly look: (() => Promise<Look>) | null
  /** What to do first; a text says why not to go on. */
  prepare?(): Promise<string | null>
  /** A request of the same operation whose effect would show even where the valid request's does not. */
  readonly tell?: (variation: Partial<Call>) => Promise<Exchange>
  /** Puts back what the last requests changed. */
  restore?(): Promise<void>
  /** Requests about other records. */
  about(whom: 'spare' | 'gone' | 'parent-gone' | 'own', variation: Partial<Call>): Promise<Exchange | null>
  /** Paths of the view that change by themselves; grows. */
  readonly moving: Set<string>
  /** Whether the valid request is about a record that is not there, for want of a better. */
  readonly nobody: boolean
}

/** Where two looks differ, but for what changes by itself; null: nowhere, or it could not be seen. */
export function difference(before: Look, after: Look, moving: ReadonlySet<string>): string | null {
  const paths = differences(before.view, after.view).filter((path) => !moving.has(path))
  return paths.length === 0 ? null : paths.map((path) => path || 'the whole answer').slice(0, 4).join(', ')
}
