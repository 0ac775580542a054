/** What a success shows of the request that it answers (docs/judgement.md, rule 22). */
import { isDeepStrictEqual } from 'node:util'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn } from '../../fixtures/payload/find.ts'
import { identifierField, isRecordKind, type Operation } from '../../schemas/registry.ts'
import { Breach } from '../claim/finding.ts'
import type { Census } from '../evidence/census/state-diff.ts'
import type { SettingEcho } from '../evidence/setting-census.ts'
import { compare } from '../values/compare.ts'
import { isStatus } from '../values/status.ts'
import { alikeTexts } from '../values/setting-value.ts'
import { control } from '../evidence/control.ts'
import { check, type Check } from './check.ts'
import { allOf, successful, valueOfResponse } from './seen.ts'
import { besides, brief, shownAs } from '../values/difference.ts'

const valueIn = ({ response }: Exchange): unknown => (response?.json.ok ? response.json.value : undefined)

const breach = (field: string, written: unknown, echo: unknown, exchanges: readonly Exchange[]) =>
  new Breach({
    expected: `${field} as it was sent, ${besides(written, echo)[0]}, or as it was before`,
    got: `its own response shows ${field} as ${shownAs(field, written, echo)}`,
    cause: 'echo',
    exchanges,
  })

/**
 * The breach where the response to a write shows a field of its record neither as it was sent nor as it was before.
 * @param control an earlier write of the same record: what any of them carried may stand there still
 */
export function echoBreach(operation: Operation, found: Census, control: Exchange): Breach | undefined {
  const { kind } = operation.act
  const [write] = found.exchanges
  if (!write || !isRecordKind(kind)) return undefined
  const id = found.last?.record?.[identifierField[kind]]
  const record = objectsIn(valueIn(write)).find((one) => id !== undefined && one[identifierField[kind]] === id)
  if (!record) return undefined
  const earlier = [Object(control.asked?.body) as Readonly<Record<string, unknown>>, ...(found.earlier ?? [])]
  for (const { field, type, written, ...was } of found.writtenFields) {
    const echo = record[field]
    // What points elsewhere may be shown as the record there or in other words, and a status moves by itself.
    if (!(field in record) || isStatus(field) || typeof echo === 'object') continue
    if (field.endsWith('Id') && found.last?.record?.[field] !== written) continue
    const stood = [was.before, ...earlier.map((body) => body[field])]
    if (operation.act.verb === 'changes' && stood.some((one) => isDeepStrictEqual(one, echo))) continue
    if (compare(field, type, written, echo) === 'other') return breach(field, written, echo, [write])
  }
  return undefined
}

/** The breach where the response to a change shows the identifier of another record alone. */
export function strayBreach({ act: { kind } }: Operation, sent: Exchange): Breach | undefined {
  if (!isRecordKind(kind)) return undefined
  const field = identifierField[kind]
  const own = Object(sent.asked?.body)[field] as unknown
  const shown = objectsIn(valueIn(sent)).flatMap((one) => (typeof one[field] === 'string' ? [one[field]] : []))
  const [other] = shown
  if (typeof own !== 'string' || other === undefined || shown.includes(own)) return undefined
  return new Breach({
    expected: `${field} as it was sent, ${brief(own)}`,
    got: `its own response shows ${field} as ${brief(other)}`,
    cause: 'another identifier',
    exchanges: [sent],
  })
}

/** The same of a setting. */
export function settingEchoBreach(echoes: readonly SettingEcho[]): Breach | undefined {
  for (const { field, written, before, exchange } of echoes) {
    const shown = objectsIn(valueIn(exchange)).find((one) => typeof one[field] === typeof written)?.[field]
    const alike = (value: unknown) =>
      value === shown || (typeof value === 'string' && typeof shown === 'string' && alikeTexts(field, value, shown))
    if (shown !== undefined && !alike(written) && !alike(before)) return breach(field, written, shown, [exchange])
  }
  return undefined
}

/** How a host may be written otherwise: with its scheme, or with what ends it. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[./]+$/, '')

/** Whether a text is another one that was changed, and not somebody else's: one is the beginning, the end or a part of the other. */
const isPartly = (one: string, other: string): boolean =>
  one !== other && (one.includes(other) || (other.includes(one) && one.length * 2 >= other.length))

const echoed = check({
  id: 'values/echoed',
  clause: 'NAME-2',
  claim: 'SHOULD NOT show a part of what it was given as if it were all',
  sends: 'the valid request',
  expects:
    'no listed text that the response shows under its own name in part, or with more; a response may show nothing of it',
  kills: ['values/echoed-cut'],
  on: ({ act, body }) =>
    (act.kind === 'invitation' || (act.kind === 'host' && act.rewrites === true)) && (body?.fields.length ?? 0) > 0,
  needs: { control },
  prove({ control: sent, ...context }) {
    const value = valueOfResponse(context, successful(sent, context))
    const shown = Object.entries(Object(sent.asked?.body) as Readonly<Record<string, unknown>>).flatMap(
      ([field, written]) =>
        allOf(value, field).map((echo) => ({ field, written: String(written), echo, like: plain(String(written)) })),
    )
    const wrong = shown.find(({ echo, like }) => isPartly(plain(echo), like))
    if (wrong && !shown.some(({ field, echo, like }) => field === wrong.field && plain(echo) === like))
      throw breach(wrong.field, wrong.written, wrong.echo, [sent])
  },
})

export const echoChecks: readonly Check[] = [echoed]
