/** A read shows the record that it was asked for, by its own identifier, and no other (JUDGEMENT.md, rules 6 and 9). */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn } from '../../fixtures/payload/find.ts'
import { recordIn } from '../../fixtures/http/record.ts'
import { databaseKinds } from '../../schemas/operation.ts'
import { identifierField, isRecordKind, type Operation, readsRecord } from '../../schemas/registry.ts'
import type { Case, Check } from './check.ts'
import { Blocked, Breach, inWords, noRecord, Skipped, Inconclusive } from '../claim/finding.ts'
import { shows } from '../target/profile.ts'
import type { Neighbours } from '../evidence/trace.ts'

/** Reads of a record of the run's whose answers are known to say whose they are. */
const tellsWhose = ({ act }: Operation) => isRecordKind(act.kind) && act.verb === 'reads' && act.anonymous !== true

/** What was asked, and the answer to the plain request; throws what it means that there is none. */
function asked({ trace, profile }: Case): Neighbours & { readonly control: Exchange; readonly value: unknown } {
  if (trace.blocked) throw new Blocked(trace.blocked.reason, trace.blocked.by)
  if (trace.skipped !== undefined) throw new Skipped(trace.skipped)
  const { neighbours, control } = trace
  if (!neighbours || !control) throw noRecord()
  if (!control.answer || !profile.isSuccess(control.answer) || !control.answer.json.ok)
    throw new Inconclusive('the authorised request does not succeed', undefined, [control])
  return { ...neighbours, control, value: control.answer.json.value }
}

const showing = (exchange: Exchange | null, marks: readonly string[]) =>
  exchange ? marks.filter((mark) => shows(exchange, mark)) : []

const own: Check = {
  id: 'records/own',
  clause: 'NAME-5',
  claim: 'SHOULD show the record that it was asked for, and no other',
  sends: 'the read of two records of the run, one after the other',
  expects: 'each answer to show names or values of its own record and none of the other',
  kills: ['records/own-*'],
  on: tellsWhose,
  needs: ['control', 'neighbours'],
  prove(scene) {
    const { control, value, ofOther, own: mine, other, field, id } = asked(scene)
    const { profile } = scene
    const identifiers = objectsIn(value).flatMap((one) => (field in one ? [inWord(one[field])] : []))
    const [stated] = readsRecord(scene.operation) ? identifiers : []
    if (stated !== undefined && !identifiers.includes(id))
      throw new Breach({
        expected: `${field} ${id}`,
        got: `a record whose ${field} is ${stated}`,
        exchanges: [control],
      })
    const strange = showing(control, other)
    if (strange.length > 0 && showing(control, mine).length === 0)
      throw new Breach({
        expected: 'the record that was asked for',
        got: `another one: ${strange.join(', ')}`,
        exchanges: [control],
      })
    if (!ofOther?.answer || !profile.isSuccess(ofOther.answer))
      throw new Inconclusive(
        'there was no second record that it reads',
        undefined,
        ofOther ? [control, ofOther] : [control],
      )
    const alike = showing(ofOther, mine)
    if (alike.length > 0 && showing(ofOther, other).length === 0)
      throw new Breach({
        expected: 'of a second record the second record',
        got: `the first one again: ${alike.join(', ')}`,
        exchanges: [control, ofOther],
      })
    if (showing(control, mine).length + showing(ofOther, other).length === 0 && stated === undefined)
      throw new Inconclusive('its answers show nothing that tells whose they are', undefined, [control, ofOther])
  },
}

const inWord = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const otherKind: Check = {
  id: 'records/other-kind',
  clause: 'NAME-5',
  claim: 'SHOULD not answer with a record of another kind',
  sends: 'the read with the identifier of a record of another kind',
  expects: 'anything but that record, which is known by its names',
  kills: ['records/kinds-*'],
  on: (operation) => readsRecord(operation) && operation.act.kind !== 'registry',
  needs: ['control', 'neighbours'],
  prove(scene) {
    const { ofWitness, witness } = asked(scene)
    if (!ofWitness?.answer || witness.length === 0)
      throw new Inconclusive(
        'no record of another kind could be made beside it',
        undefined,
        ofWitness ? [ofWitness] : [],
      )
    const [mark] = showing(ofWitness, witness)
    if (mark !== undefined && scene.profile.isSuccess(ofWitness.answer))
      throw new Breach({ expected: 'no record of another kind', got: inWords(ofWitness), exchanges: [ofWitness] })
  },
}

/** The clause that names the fields of a kind. */
const clauseOf = ({ act }: Operation): string =>
  databaseKinds.some((kind) => kind === act.kind) ? 'RES-databases' : `RES-${act.kind}`

const identified: Check = {
  id: 'records/identified',
  clause: clauseOf,
  claim: 'MUST show a record’s identifier, a string, under its exact name',
  sends: 'the read of a record that the run made',
  expects: 'the record to show its identifier under the field of its kind, as a string',
  kills: ['records/id-*'],
  on: readsRecord,
  needs: ['control', 'neighbours'],
  prove(scene) {
    const { control, value, field, id } = asked(scene)
    const { kind } = scene.operation.act
    if (!isRecordKind(kind)) return
    const record = recordIn(value, identifierField[kind], id)
    if (!record) throw new Inconclusive('the read does not show the identifier', undefined, [control])
    const exchanges = [control]
    if (field in record) {
      if (typeof record[field] === 'string') return
      throw new Breach({
        expected: `${field} as a string`,
        got: `${field} is ${JSON.stringify(record[field])}`,
        exchanges,
      })
    }
    const [name] = Object.entries(record).find(([, one]) => String(one) === id) ?? ['']
    throw new Breach({ expected: `the identifier under ${field}`, got: `the identifier under ${name}`, exchanges })
  },
}

export const ownChecks: readonly Check[] = [own, otherKind, identified]
