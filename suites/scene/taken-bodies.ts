/** What the writes of a lane carried to each of its records, and were told to be taken (docs/judgement.md, rule 22). */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { identifierField, isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { SceneRecord } from './made.ts'

export type Body = Readonly<Record<string, unknown>>

export class TakenBodies {
  readonly #bodies = new Map<string, Body[]>()

  /** A write was answered with success. */
  note({ act: { kind } }: Operation, { asked }: Exchange): void {
    if (!isRecordKind(kind) || typeof asked?.body !== 'object' || asked.body === null) return
    const body: Body = Object(asked.body)
    const id = body[identifierField[kind]]
    if (typeof id !== 'string') return
    const bodies = this.#bodies.get(id)
    if (bodies) bodies.push(body)
    else this.#bodies.set(id, [body])
  }

  /** Of all writes of a record up to now, the one that made it among them. */
  of({ id, made }: SceneRecord): readonly Body[] {
    return [Object(made.asked?.body) as Body, ...(this.#bodies.get(id) ?? [])]
  }
}
