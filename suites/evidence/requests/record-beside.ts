/** A record that stood before another create, and must stand after it as it was. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { recordIn } from '../../../fixtures/payload/record.ts'

export interface RecordBeside {
  /** The field of its identifier. */
  readonly field: string
  readonly id: string
  /** What was written on it, by the name of the field. */
  readonly written: ReadonlyMap<string, unknown>
  /** Reads of it around the create. */
  readonly before: Exchange
  readonly after: Exchange
}

/** What a read shows of it; undefined where it shows no such record. */
export const shownOf = ({ field, id }: RecordBeside, { response }: Exchange) =>
  response?.json.ok ? recordIn(response.json.value, field, id) : undefined
