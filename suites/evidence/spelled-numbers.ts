import { drawnOf } from '../../fixtures/payload/draw.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isRecordKind } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { shownIn } from './census/shown-in.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { raced } from './raced.ts'
import { ownRecord } from './own-record.ts'
import { integersOf } from './variations/misses.ts'
import { variations } from './variations.ts'

type Spelling = (value: number) => string

/** A whole number as JSON may write it too: with a decimal place, or with an exponent. */
const spellings: readonly [Spelling, ...Spelling[]] = [
  (value) => `${value}.0`,
  (value) => value.toExponential(),
  (value) => value.toExponential().toUpperCase().replace('+', ''),
]

/** What a change was answered whose numbers were written otherwise, and what a read showed of them since. */
export interface SpelledNumbers {
  readonly exchange: Exchange
  /** null: it was refused. */
  readonly after: Exchange | null
  readonly values: readonly {
    readonly field: string
    readonly written: number
    readonly text: string
    readonly shown?: unknown
  }[]
}

/** A change of the neighbour whose integers are written with a decimal place or an exponent, in the text of the body. */
export const spelledNumbers = evidence({
  id: 'spelled-numbers',
  needs: { ownRecord, control },
  after: [variations, raced],
  on: (operation) =>
    operation.act.verb === 'changes' && isRecordKind(operation.act.kind) && integersOf(operation).length > 0,
  cost: () => 2,
  async gather({ ownRecord: { around, fixture }, operation, caller, control: sent }): Promise<SpelledNumbers> {
    const { secondary, parent } = fixture
    if (!caller.success(sent)) throw new Inconclusive('the valid request got an error', undefined, [sent])
    if (!secondary?.alive) throw new Inconclusive('there is no second record of the run’s own')
    const references = { ...parent, ...secondary.references }
    const body = caller.validBody(operation, references) ?? {}
    const values = integersOf(operation).flatMap((field) => {
      const written = body[field]
      const spell = drawnOf(spellings, operation.id, `spelling of ${field}`)
      return typeof written === 'number' ? [{ field, written, text: spell(written) }] : []
    })
    const rawBody = values.reduce(
      (text, { field, written, text: spelled }) => text.replace(`"${field}":${written}`, () => `"${field}":${spelled}`),
      JSON.stringify(body),
    )
    const exchange = await caller.call({ operation, references, body, rawBody })
    if (!caller.success(exchange)) return { exchange, after: null, values }
    around.touch(secondary, body)
    const valueOf = (record: Readonly<Record<string, unknown>> | undefined, field: string) =>
      shownIn(record, secondary.kind, field)
    const seen = await around.seen(
      secondary,
      ({ record }) => values.every(({ field, written }) => Number(valueOf(record, field).value ?? written) === written),
      'numbers to show',
    )
    const shown = values.map((one) => ({ ...one, ...renamed(valueOf(seen.record, one.field)) }))
    return { exchange, after: seen.exchange, values: shown }
  },
})

const renamed = (seen: { value?: unknown }) => ('value' in seen ? { shown: seen.value } : {})
