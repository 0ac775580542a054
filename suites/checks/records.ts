/** What a create makes can be found: without it, nothing else of its kind can be judged. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectBearing, objectsIn, spelledLike } from '../../fixtures/payload/find.ts'
import { databaseKinds } from '../../schemas/operation.ts'
import { identifierField, isCreate, isRecordKind, readsRecord, type Operation } from '../../schemas/registry.ts'
import { nameIn } from '../scene/create.ts'
import type { CreateOutcome } from '../scene/made.ts'
import { duplicateName, changedField, type DuplicateName } from '../evidence/duplicate-name.ts'
import { shownOf } from '../evidence/requests/record-beside.ts'
import { made } from '../evidence/made.ts'
import { PAGE, saysPage } from '../values/page.ts'
import { allOf } from './seen.ts'
import { optional, part } from '../evidence/frame/evidence.ts'
import { variations } from '../evidence/variations.ts'
import { isTransient } from '../target/not-now.ts'
import { fingerprint, sameFingerprint, type Profile } from '../target/profile.ts'
import { check, type Check } from './check.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'

/** Throws unless the record that a create made was found. */
function proveFound(outcome: CreateOutcome): void {
  if (outcome.record) return
  const { unread, exchanges, reason, supply } = outcome
  if (!unread) throw new Inconclusive(reason, supply, exchanges)
  throw new Breach({
    expected: 'the record under the identifier that the create returned',
    got: inWords(unread),
    exchanges: [...exchanges, unread],
  })
}

/** By which records of the other kinds of databases are identified. */
const siblingsOf = (kind: string): readonly string[] =>
  databaseKinds.some((one) => one === kind)
    ? databaseKinds.filter((one) => one !== kind).map((one) => identifierField[one])
    : []

/** The name under which a create shows the identifier that it does not show under its own; undefined: no other. */
function otherName({ act }: Operation, { asked, response }: Exchange, id: string | undefined): string | undefined {
  const objects = objectsIn(response?.json.ok ? response.json.value : undefined)
  const field = isRecordKind(act.kind) ? identifierField[act.kind] : ''
  if (field === '' || objects.some((one) => field in one)) return undefined
  const identifies = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && value !== '')
  const [alike] = objects.flatMap((one) => spelledLike(one, field).filter((name) => identifies(one[name])))
  if (alike !== undefined) return alike
  const name = nameIn(asked?.body)
  const record = objects.find((one) => name !== '' && Object.values(one).some((value) => String(value) === name))
  if (record && identifies(record['id'])) return 'id'
  // Of six kinds with one definition, a record that is identified as one of another kind is under another name, or in its table.
  const sibling = siblingsOf(act.kind).find((other) => record !== undefined && identifies(record[other]))
  if (sibling !== undefined && !(sibling in Object(asked?.body))) return sibling
  // What it answered as `id` alone is the record’s own, for a read of it has shown that record.
  return id !== undefined && objects.some((one) => identifies(one['id']) && String(one['id']) === id) ? 'id' : undefined
}

/** Throws where a create shows its record’s identifier under another name (docs/judgement.md, rule 22). */
function proveNamed({ record, ...outcome }: CreateOutcome, operation: Operation, profile: Profile): void {
  // No more of a kind is made once the record of one was not found: the create of that one shows why.
  const [exchange] = [outcome.exchange ?? [], 'exchanges' in outcome ? outcome.exchanges : []].flat()
  if (!exchange?.response || !profile.isSuccess(exchange.response)) return
  const other = otherName(operation, exchange, record?.id)
  if (other === undefined || !isRecordKind(operation.act.kind)) return
  throw new Breach({
    level: 'MUST',
    expected: `the identifier under ${identifierField[operation.act.kind]}`,
    got: `the identifier under ${other}`,
    cause: 'identifier under another name',
    exchanges: [exchange],
  })
}

const findable = check({
  id: 'records/made',
  clause: 'NAME-1',
  claim: 'SHOULD create a record that the identifier under its exact name reads',
  sends: 'the valid create, and a read of the identifier in its response',
  expects: 'the read to show the record',
  kills: ['records/unreadable*', 'records/create-id-*'],
  on: isCreate,
  needs: { made },
  prove({ made: outcome, operation, profile }) {
    proveNamed(outcome, operation, profile)
    proveFound(outcome)
  },
})

/** Whether a read answered as it does without its parameter, and for want of it. */
const asWithout = (read: Exchange, without: Exchange, parameter: string) =>
  sameFingerprint(fingerprint(read), fingerprint(without)) &&
  new RegExp(`(?<!\\w)${parameter}(?!\\w)`).test(read.response?.text ?? '')

const readable = check({
  id: 'records/readable',
  clause: 'NAME-1',
  claim: 'SHOULD show a created record under the identifier that the create returned',
  sends: 'a valid create, once more if it is not shown, and a read of the identifier in the response',
  expects: 'the read to show the record within `--settle`',
  kills: ['records/unreadable*', 'params/own-id-not-read'],
  on: readsRecord,
  needs: { made, without: optional(part(variations, 'missing-required')) },
  prove({ operation, made: outcome, without: others }) {
    const without = others?.[0]
    const parameter = operation.query[0]?.name ?? ''
    // An identifier that the create answered alone is the run's own: a read of it must not shelter behind itself (rule 2c).
    if (!outcome.record && outcome.unread && without && asWithout(outcome.unread, without.exchange, parameter))
      throw new Breach({
        level: 'MUST',
        expected: `${parameter} to be read from the query`,
        got: `the same response with it and without it: ${inWords(outcome.unread)}`,
        cause: 'not read',
        exchanges: [...outcome.exchanges, outcome.unread, without.exchange],
      })
    proveFound(outcome)
  },
})

/** Which of two records a list lacks that shows the other, and is no page of a longer one; undefined: none, or nothing tells. */
function lackingIn({ list, ids }: NonNullable<DuplicateName['both']>, field: string): string | undefined {
  const value = list.response?.json.ok ? list.response.json.value : undefined
  const lacking = ids.filter((id) => !objectBearing(value, id))
  const count = allOf(value, field).length
  return lacking.length === 1 && count < PAGE && !saysPage(list, count) ? lacking[0] : undefined
}

const duplicate = check({
  id: 'records/namesake',
  clause: 'NAME-4',
  claim: 'SHOULD reject a second create under the same name or make another record, and leave the first unchanged',
  sends:
    'two valid creates under one name, for one user of a database or a registry; every second kind shares the password too. Then the second is updated and deleted; before that, some are given another name and their own again, an application is configured, a column store given another password, and a database another status; the first is read before, between and after, and a list of both; for some kinds also a record of another kind under that name, and that appName if it is free',
  expects: 'an error or a different identifier for the second, no change of the first, and a list that shows both',
  kills: ['records/namesake-*'],
  on: isCreate,
  needs: { duplicateName },
  prove({ duplicateName: twice, profile }) {
    const { create, id, strayed, unkept, renamed, updates = [], config, first, both, beside } = twice
    if (!create.response) throw new Inconclusive('no response came', undefined, [create])
    if (id === first.id)
      throw new Breach({
        expected: 'an error, or another identifier than the first record has',
        got: `the identifier ${id} of the first: ${inWords(create)}`,
        cause: 'the same identifier',
        exchanges: [first.before, create],
      })
    if (strayed)
      throw new Breach({
        expected: 'the second record under the identifier of the second',
        got: `the first: ${inWords(strayed)}`,
        cause: 'the first in place of the second',
        exchanges: [first.before, create, strayed],
      })
    if (unkept)
      throw new Breach({
        expected: 'a record whose create is answered with its identifier to be there',
        got: `a read that does not know it: ${inWords(unkept)}`,
        cause: 'the second is not kept',
        exchanges: [create, unkept],
      })
    const shown = (read: typeof create) =>
      read.response && profile.isSuccess(read.response) ? shownOf(first, read) : undefined
    const [before, after] = [shown(first.before), shown(first.after)]
    const exchanges = [first.before, create, first.after]
    if (!before) throw new Inconclusive('no read shows the first record', undefined, exchanges)
    if (!after)
      throw new Breach({
        expected: 'the first to be shown still',
        got: inWords(first.after),
        cause: 'the first is gone',
        exchanges,
        change: true,
      })
    const other = changedField(first.written, before, after)
    if (other !== undefined)
      throw new Breach({
        expected: `${other} of the first to be as it was`,
        got: `${other} is ${JSON.stringify(after[other])}, and was ${JSON.stringify(before[other])}`,
        cause: 'the first is changed',
        exchanges,
        change: true,
      })
    const unlisted = both && lackingIn(both, first.field)
    if (both && unlisted !== undefined)
      throw new Breach({
        expected: `both records of the name in ${both.list.operation}`,
        got: `the record ${unlisted} missing, which a read shows: ${inWords(both.list)}`,
        cause: 'one of two is not listed',
        exchanges: [create, both.list],
      })
    if (renamed)
      throw new Breach({
        expected: 'the first to keep its name when the second of that name is given another',
        got: `the new name on both: ${inWords(renamed[1])}`,
        cause: 'renamed with the second',
        exchanges: [...exchanges, ...renamed],
        change: true,
      })
    const { survived } = first
    if (survived && !shown(survived) && !isTransient(survived) && !profile.isRefusal(survived))
      throw new Breach({
        expected: 'the first to be shown still when the second of its name is deleted',
        got: inWords(survived),
        cause: 'deleted with the second',
        exchanges: [...exchanges, survived],
        change: true,
      })
    const last = survived ? shown(survived) : undefined
    const along = updates.find(({ field, value }) => last?.[field] === value && after[field] !== value)
    if (survived && along)
      throw new Breach({
        expected: 'the first to show nothing of what an update wrote on the second of its name',
        got: `${along.field} of the first is ${JSON.stringify(along.value)}: ${inWords(survived)}`,
        cause: 'updated with the second',
        exchanges: [...exchanges, along.exchange, survived],
        change: true,
      })
    if (config)
      throw new Breach({
        expected:
          'the configuration of the first to show nothing of what was written into that of the second of its name',
        got: inWords(config[2]),
        cause: 'configured with the second',
        exchanges: [...exchanges, ...config],
        change: true,
      })
    const taken = last && changedField(first.written, before, last)
    if (survived && last && taken !== undefined)
      throw new Breach({
        expected: `${taken} of the first to be as it was when the second of its name is deleted`,
        got: `${taken} is ${JSON.stringify(last[taken])}, and was ${JSON.stringify(before[taken])}`,
        cause: 'changed with the second',
        exchanges: [...exchanges, survived],
        change: true,
      })
    if (beside?.isGone)
      throw new Breach({
        expected: `the ${beside.kind} of the same name to be shown still when the second is deleted`,
        got: 'a read that no longer shows it',
        cause: 'another kind’s record deleted with the second',
        exchanges: [create, ...beside.exchanges],
        change: true,
      })
  },
})

export const recordChecks: readonly Check[] = [findable, readable, duplicate]
