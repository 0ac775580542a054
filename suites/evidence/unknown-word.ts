import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { RecordSnapshot } from '../scene/around.ts'
import { Inconclusive } from '../claim/finding.ts'
import { shownIn } from './census/shown-in.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { raced } from './raced.ts'
import { spelledNumbers } from './spelled-numbers.ts'
import { ownRecord } from './own-record.ts'
import { variations } from './variations.ts'

/** What a change was answered that gave a word of no known enumeration, and what reads showed of it. */
export interface UnknownWord {
  readonly field: string
  readonly word: string
  /** Each time that it was sent and taken; none: it was refused. */
  readonly times: readonly { readonly exchange: Exchange; readonly after: Exchange; readonly shown?: unknown }[]
  readonly sent: Exchange
}

/** The field of which the specification shows one value, and says that others are not shown. */
const fieldOf = ({ body }: Operation): string | undefined => body?.fields.find(({ shown }) => shown !== undefined)?.name

/** A job may move what was set: so often another value has to be shown. */
const TIMES = 2

/** A change of the neighbour that gives one field a word which is no value of any enumeration. */
export const unknownWord = evidence({
  id: 'unknown-word',
  needs: { ownRecord, control },
  after: [variations, raced, spelledNumbers],
  on: (operation) =>
    operation.act.verb === 'changes' && isRecordKind(operation.act.kind) && fieldOf(operation) !== undefined,
  cost: () => 2,
  async gather({ ownRecord: { around, fixture }, operation, caller, control: valid }): Promise<UnknownWord> {
    const { secondary, parent } = fixture
    const field = fieldOf(operation) ?? ''
    if (!caller.success(valid)) throw new Inconclusive('the valid request got an error', undefined, [valid])
    if (!secondary?.alive) throw new Inconclusive('there is no second record of the run’s own')
    const references = { ...parent, ...secondary.references }
    const word = caller.values.word()
    const body = { ...caller.validBody(operation, references), [field]: word }
    const times: UnknownWord['times'][number][] = []
    for (;;) {
      const exchange = await caller.call({ operation, references, body })
      if (!caller.success(exchange)) return { field, word, times, sent: exchange }
      around.touch(secondary, body)
      const valueIn = ({ record }: RecordSnapshot) => shownIn(record, secondary.kind, field)
      const isWord = (seen: RecordSnapshot) => !('value' in valueIn(seen)) || valueIn(seen).value === word
      const seen = await around.seen(secondary, isWord, 'a word that was taken to show')
      const value = valueIn(seen)
      times.push({ exchange, after: seen.exchange, ...('value' in value ? { shown: value.value } : {}) })
      if (isWord(seen) || times.length === TIMES) return { field, word, times, sent: exchange }
    }
  },
})
