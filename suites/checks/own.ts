/** A read shows the record that it was asked for, by its own identifier, and no other (docs/judgement.md, rules 6 and 9). */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn, textsApart } from '../../fixtures/payload/find.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { recordIn } from '../../fixtures/payload/record.ts'
import { databaseKinds } from '../../schemas/operation.ts'
import { identifierField, isRecordKind, type Operation, readsRecord } from '../../schemas/registry.ts'
import { control } from '../evidence/control.ts'
import { hasBothCases, IN_OTHER_LETTERS, nearForms, nearness } from '../evidence/requests/near.ts'
import { neighbourReads } from '../evidence/neighbour-reads.ts'
import { successSupply } from '../claim/supply.ts'
import { check, type Check, type Context } from './check.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { shows } from '../target/profile.ts'
import { valueOfResponse } from './seen.ts'

/** Reads of a record of the run's whose answers are known to say whose they are. */
const tellsWhose = ({ act }: Operation) => isRecordKind(act.kind) && act.verb === 'reads' && act.anonymous !== true

/** The response to the plain request; throws where it is no success. */
function valueIn(control: Exchange, { profile, operation, placeholders }: Context): unknown {
  if (control.response && profile.isSuccess(control.response) && control.response.json.ok)
    return control.response.json.value
  throw new Inconclusive('the authorised request does not succeed', successSupply(operation, placeholders, control), [
    control,
  ])
}

const showing = (exchange: Exchange | null, marks: readonly string[]) =>
  exchange ? marks.filter((mark) => shows(exchange, mark)) : []

/**
 * Whether a read shows apart from another what the run wrote, and none of that bears these marks: then they stand in what the target
 * shows beside every record.
 */
function showsApart(exchange: Exchange, from: Exchange | null, marks: readonly string[], context: Context): boolean {
  const { run } = context
  if (run === undefined || !from) return false
  const all = textsApart(valueOfResponse(context, from), valueOfResponse(context, exchange))
  const apart = all.filter((text) => text.includes(run))
  return apart.length > 0 && !apart.some((text) => marks.some((mark) => text.includes(mark)))
}

const own = check({
  id: 'records/own',
  clause: 'NAME-5',
  claim: 'SHOULD show the requested record, and no other',
  sends: 'reads of two of the run’s records, one after the other',
  expects: 'each response to show names or values of its own record, and none of another',
  kills: ['records/own-*'],
  on: tellsWhose,
  needs: { control, neighbourReads },
  prove({ control: sent, neighbourReads: { ofOther, own: mine, other, field, id }, ...context }) {
    const value = valueIn(sent, context)
    const { profile } = context
    const identifiers = objectsIn(value).flatMap((one) => (field in one ? [inWord(one[field])] : []))
    const [stated] = identifiers
    if (stated !== undefined && !identifiers.includes(id))
      throw new Breach({
        expected: `${field} ${id}`,
        got: `a record whose ${field} is ${stated}`,
        cause: 'another identifier',
        exchanges: [sent],
      })
    const strange = showing(sent, other)
    const isStrange = strange.length > 0 && showing(sent, mine).length === 0
    if (isStrange && !showsApart(sent, ofOther, strange, context))
      throw new Breach({
        expected: 'the requested record',
        got: `another one: ${strange.join(', ')}`,
        cause: 'another record',
        exchanges: [sent],
      })
    if (!ofOther?.response || !profile.isSuccess(ofOther.response))
      throw new Inconclusive('there was no second record to read', undefined, ofOther ? [sent, ofOther] : [sent])
    const asked = askedIn(ofOther, field)
    const shown = objectsIn(valueIn(ofOther, context)).flatMap((one) => (field in one ? [inWord(one[field])] : []))
    if (shown.length > 0 && asked !== '' && !shown.includes(asked))
      throw new Breach({
        expected: `of a second record ${field} ${asked}`,
        got: `a record whose ${field} is ${shown[0]}`,
        cause: 'another identifier',
        exchanges: [sent, ofOther],
      })
    const alike = showing(ofOther, mine)
    const isAlike = alike.length > 0 && showing(ofOther, other).length === 0
    if (isAlike && !showsApart(ofOther, sent, alike, context))
      throw new Breach({
        expected: 'of a second record the second record',
        got: `the first one again: ${alike.join(', ')}`,
        cause: 'the first record again',
        exchanges: [sent, ofOther],
      })
    if (showing(sent, mine).length + showing(ofOther, other).length > 0 || stated !== undefined) return
    const third = namesIn(sent, context).find((name) => namesIn(ofOther, context).includes(name))
    const isApart = showsApart(sent, ofOther, [], context) && showsApart(ofOther, sent, [], context)
    if (third !== undefined && !isApart)
      throw new Breach({
        expected: 'of each of two records nothing that names another',
        got: `a third one for both: ${third}`,
        cause: 'a third record',
        exchanges: [sent, ofOther],
      })
    throw new Inconclusive('its responses do not show which record they describe', undefined, [sent, ofOther])
  },
})

/** The names that this run gave records of the kind, as a response shows them: no two records were given the same. */
function namesIn({ response }: Exchange, { run, operation }: Context): readonly string[] {
  if (run === undefined || !response) return []
  return response.text.match(new RegExp(`${run}-${operation.act.kind}-\\d+`, 'g')) ?? []
}

const inWord = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const otherKind = check({
  id: 'records/other-kind',
  clause: 'NAME-5',
  claim: 'SHOULD NOT show a record of another kind',
  sends:
    'the read with identifiers of records of other kinds: of the six databases, applications and stacks, each of the others',
  expects: 'any response without that record’s names',
  kills: ['records/kinds-*'],
  on: (operation) => readsRecord(operation) && operation.act.kind !== 'registry',
  needs: { control, neighbourReads },
  prove({ control: sent, neighbourReads: { strangers, field }, ...context }) {
    valueIn(sent, context)
    const marked = strangers.filter(({ exchange, marks }) => exchange.response && marks.length > 0)
    for (const { kind, id, exchange, marks } of marked) {
      // Identifiers are distinct within a kind alone: this kind may have a record of that identifier too.
      const record = recordIn(valueOfResponse(context, exchange), field, id)
      if (record && !Object.values(record).some((value) => marks.includes(String(value)))) continue
      const [mark] = showing(exchange, marks)
      if (mark !== undefined && exchange.response && context.profile.isSuccess(exchange.response))
        throw new Breach({
          expected: 'no record of another kind',
          got: `the ${kind} ${mark}: ${inWords(exchange)}`,
          cause: 'a record of another kind',
          exchanges: [exchange],
        })
    }
    const exchanges = strangers.map(({ exchange }) => exchange)
    if (marked.length === 0) throw new Inconclusive('no record of another kind could be created', undefined, exchanges)
  },
})

const exact = check({
  id: 'records/exact',
  clause: 'NAME-5',
  claim: 'SHOULD find a record by its whole identifier alone',
  sends:
    'the identifier before a piece of a query; and, in turns, its beginning, it in other letters, or it with % for its last character',
  expects:
    'any response that shows no record under another identifier; other letters are a note, if identifiers have capital or small ones alone',
  kills: ['records/near-*'],
  on: readsRecord,
  needs: { control, neighbourReads },
  held: ({ neighbourReads: { ofNear, field, id } }) => {
    const tried = ofNear.filter(({ response }) => response).map((exchange) => nearness(askedIn(exchange, field), id))
    const of = nearForms(id)
    const rest = tried.length < of ? `, ${tried.length} of ${of} forms, which reads are sent in turn` : ''
    return ` for ${tried.join(' and ')}${rest}`
  },
  prove({ control: sent, neighbourReads: { ofNear, field, id }, ...context }) {
    valueIn(sent, context)
    const answered = ofNear.filter(({ response }) => response)
    if (answered.length === 0) throw new Inconclusive('no such request got a response')
    const found = answered.flatMap((exchange) => {
      const asked = askedIn(exchange, field)
      const stated = objectsIn(valueOfResponse(context, exchange)).flatMap((one) =>
        field in one ? [inWord(one[field])] : [],
      )
      const [shown] = stated.includes(asked) ? [] : stated
      return shown === undefined ? [] : [{ exchange, asked, shown, cause: nearness(asked, id) }]
    })
    const isHarmless = ({ cause }: (typeof found)[number]) => cause === IN_OTHER_LETTERS && !hasBothCases(id)
    const worst = found.find((one) => !isHarmless(one)) ?? found[0]
    if (worst)
      throw new Breach({
        ...(isHarmless(worst) ? { level: 'MAY' } : {}),
        expected: `no record, for none has the ${field} ${worst.asked}`,
        got: `the record ${worst.shown}`,
        cause: worst.cause,
        exchanges: [worst.exchange],
      })
  },
})

const askedIn = ({ path }: Exchange, field: string): string =>
  new URL(path, 'http://target').searchParams.get(field) ?? ''

/** The clause that names the fields of a kind. */
const clauseOf = ({ act }: Operation): string =>
  databaseKinds.some((kind) => kind === act.kind) ? 'RES-databases' : `RES-${act.kind}`

/** The value that a text holds as JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const identified = check({
  id: 'records/identified',
  clause: clauseOf,
  claim: 'MUST show a record’s identifier as a string under its exact field name',
  sends: 'a read of a record that the run created',
  expects: 'the record to show its identifier under the field of its kind, as a string',
  kills: ['records/id-*', 'records/encoded-twice'],
  on: readsRecord,
  needs: { control, neighbourReads },
  prove({ control: sent, neighbourReads: { field, id }, ...context }) {
    const value = valueIn(sent, context)
    const { kind } = context.operation.act
    if (!isRecordKind(kind)) return
    const record = recordIn(value, identifierField[kind], id)
    if (!record && textsIn(value).some((text) => recordIn(parsed(text), identifierField[kind], id)))
      throw new Breach({
        level: 'SHOULD',
        expected: 'the record as a JSON object',
        got: `the record as JSON inside of a string: ${inWords(sent)}`,
        cause: 'encoded twice',
        exchanges: [sent],
      })
    if (!record) throw new Inconclusive('the read does not show the identifier', undefined, [sent])
    const exchanges = [sent]
    if (field in record) {
      if (typeof record[field] === 'string') return
      throw new Breach({
        expected: `${field} as a string`,
        got: `${field} is ${JSON.stringify(record[field])}`,
        cause: 'another type',
        exchanges,
      })
    }
    const [name] = Object.entries(record).find(([, one]) => String(one) === id) ?? ['']
    throw new Breach({
      expected: `the identifier under ${field}`,
      got: `the identifier under ${name}`,
      cause: 'another name',
      exchanges,
    })
  },
})

export const ownChecks: readonly Check[] = [own, otherKind, exact, identified]
