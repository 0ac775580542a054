/** A create under the name that a living record has: it may be refused, or make another, and must do nothing to the first. */
import type { Exchange } from '../fixtures/exchange.ts'
import { isNaming } from '../fixtures/payload.ts'
import { identifierField, lifeOf, type Operation } from '../schemas/registry.ts'
import { soleId } from './burst.ts'
import type { Cast } from './subjects/cast.ts'

/** Two creates, a read after each, one more of the first, and two deletes. */
export const NAMESAKE_REQUESTS = 7

export interface Namesake {
  readonly create: Exchange
  /** The identifier that it answered; null where it shows none. */
  readonly id: string | null
  /** The record that has the name: the field of its identifier, what was written on it, and reads around the create. */
  readonly first: {
    readonly field: string
    readonly id: string
    readonly written: ReadonlyMap<string, unknown>
    readonly before: Exchange
    readonly after: Exchange
  }
}

/**
 * Makes two records of one name, and deletes them.
 * @returns undefined where creates do not show the one identifier by which two of a name are told apart
 */
export async function namesake(by: Operation, { kind, caller, scene, parent }: Cast): Promise<Namesake | undefined> {
  const { one } = lifeOf(kind)
  const { record: first } = await scene.make(kind, parent)
  if (!first) return undefined
  const before = first.shown
  if (before === null || soleId(kind, first.made, first.name) !== first.id) {
    await scene.dispose(first)
    return undefined
  }
  const names = [...first.written].filter(([field]) => isNaming(field) || field === 'publishedPort')
  const body = { ...caller.validBody(by, parent), ...Object.fromEntries(names) }
  const { exchange: create, name } = await scene.send(by, kind, parent, { body })
  const id = caller.success(create) ? soleId(kind, create, name) : null
  const second = id === null || id === first.id ? null : await scene.adopt(by, kind, create, name, parent, [])
  if (caller.success(create) && id === null)
    caller.leave({ kind, name, id, why: `${by.id} showed no identifier by which it could be told from its namesake` })
  const after = await caller.call({ operation: one, pointers: first.pointers })
  if (second) await scene.dispose(second)
  await scene.dispose(first)
  const { written } = first
  return { create, id, first: { field: identifierField[kind], id: first.id, written, before, after } }
}
