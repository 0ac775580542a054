import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { recordIn } from '../../../fixtures/payload/record.ts'
import { identifierField } from '../../../schemas/registry.ts'
import type { RecordSnapshot } from '../../scene/around.ts'
import type { SceneRecord } from '../../scene/made.ts'
import { compare, isSecret } from '../../values/compare.ts'
import { isStatus } from '../../values/status.ts'
import { names } from './onlookers.ts'
import type { Drift } from './state-diff.ts'

/** What of a record a response may show in its own way: what is hidden, what points elsewhere, what moves by itself. */
const isOpen = (field: string) => isSecret(field) || field.endsWith('Id') || isStatus(field)

type Fields = Readonly<Record<string, unknown>>

const isAlike = (field: string, one: unknown, other: string) =>
  typeof one === 'string' && one !== '' && compare(field, 'string', one, other) !== 'other'

/**
 * Names and texts of the run's own that the response to a change shows otherwise than the reads before and after it, which agree.
 * What it leaves out or empty contradicts nothing; what shares no text with the record may be something else that points at it.
 * @param sent what the change carried: of that a response may show what was there before
 * @param earlier what other writes carried, the last of which may have been seen by no read
 */
export function answeredOtherwise(
  own: SceneRecord,
  { response }: Exchange,
  before: RecordSnapshot | undefined,
  now: RecordSnapshot,
  sent: Fields,
  earlier: readonly Fields[],
): readonly Drift[] {
  const field = identifierField[own.kind]
  const record = recordIn(response?.json.ok ? response.json.value : undefined, field, own.id)
  if (!record || record[field] !== own.id) return []
  const texts = [...new Set([...names, ...own.written.keys()])].flatMap((name) => {
    const [shown, is] = [record[name], now.record?.[name]]
    const isOdd = isOpen(name) || typeof shown !== 'string' || shown === '' || typeof is !== 'string'
    return isOdd ? [] : [{ name, shown, is }]
  })
  if (!texts.some(({ name, shown, is }) => isAlike(name, is, shown))) return []
  return texts.flatMap(({ name, shown, is }): readonly Drift[] => {
    const was = before?.record?.[name]
    // What an earlier request wrote may stand in the response before a read shows it.
    const written = [sent, ...earlier].map((body) => body[name])
    const isKnown = [is, was, own.written.get(name), ...written].some((one) => isAlike(name, one, shown))
    const isSettled = was === is || isAlike(name, sent[name], is)
    return isKnown || !isSettled ? [] : [{ whose: 'its own response', field: name, before: is, after: shown }]
  })
}
