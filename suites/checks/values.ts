/** Acknowledged values: what was written is what is read, as what it was written (docs/judgement.md, rules 6 and 7). */
import { subjectField } from '../../fixtures/payload/payload.ts'
import { isSecretOf } from '../../fixtures/payload/values.ts'
import { misnamed } from '../../fixtures/payload/record.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { WrittenField, Census } from '../evidence/census/state-diff.ts'
import { taken, writesRecord } from '../evidence/census.ts'
import { control } from '../evidence/control.ts'
import { check, consistencyCheck, type Check, type ConsistencyCheck } from './check.ts'
import { echoBreach } from './echo.ts'
import { compare, isSecret, type Likeness } from '../values/compare.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { besides, brief, shownAs } from '../values/difference.ts'

/** Fields that an operation lists and writes: not its subject, nor what selects it. */
const writes = (operation: Operation) =>
  (operation.body?.fields ?? []).filter(
    ({ name }) =>
      name !== subjectField(operation) &&
      name !== 'applicationStatus' &&
      !(name === 'appName' && operation.act.verb !== 'makes'),
  )

const carries = (operation: Operation) => writesRecord(operation) && writes(operation).length > 0

/** Identifiers of what is elsewhere: many targets show them as nested records. */
const points = (field: string) => field.endsWith('Id')

export const likenessOf = ({ field, type, written, shown }: WrittenField): Likeness =>
  compare(field, type, written, shown)

export const isShown = (one: WrittenField) => 'shown' in one

/** A secret that is shown in plain words, which are those of another field, the old ones or others of the run's: no mask says that. */
const isOfAnother = (one: WrittenField, all: readonly WrittenField[], run: string | undefined): boolean =>
  isSecret(one.field) &&
  one.shown !== one.written &&
  (one.old === true ||
    isOtherSecret(one, run) ||
    all.some((other) => other !== one && typeof other.written === 'string' && other.written === one.shown))

/** Whether it is a whole secret that the run made up for something else. */
const isOtherSecret = ({ written, shown }: WrittenField, run: string | undefined): boolean =>
  run !== undefined && typeof shown === 'string' && !String(written).includes(shown) && isSecretOf(run, shown)

/** A text that is kept beside what was written before: a list in its place holds both. */
const isHeaped = ({ type, written, shown }: WrittenField, run: string | undefined): boolean =>
  type === 'string' &&
  run !== undefined &&
  Array.isArray(shown) &&
  shown.includes(written) &&
  shown.some((one) => one !== written && typeof one === 'string' && one.includes(run))

/** The breach where a write was refused for no more than the order of its fields: an object of JSON has none. */
export function orderBreach({ refusedBackwards, exchanges }: Census): Breach | undefined {
  if (!refusedBackwards) return undefined
  return new Breach({
    expected: 'fields to be read by their names, in any order',
    got: `the fields in reverse order: ${inWords(refusedBackwards)}; accepted in the order in which they are listed`,
    cause: 'order of fields',
    exchanges: [refusedBackwards, ...exchanges],
  })
}

const shown = check({
  id: 'values/shown',
  clause: 'NAME-2',
  claim: 'SHOULD return accepted values unchanged',
  sends: 'the request once more with other values and its fields in reverse order, and a read of its record',
  expects: 'each listed field in the read to have the value that was sent',
  kills: [
    'values/dropped-*',
    'values/swapped-*',
    'values/first-*',
    'values/*-config',
    'values/second-*',
    'values/cut-*',
    'values/append*',
    'values/escaped-*',
    'values/echo-*',
    'values/order-*',
    'values/heaped-*',
  ],
  on: carries,
  needs: { control, taken },
  prove({ taken: found, control: sent, operation, run }) {
    const { writtenFields, exchanges } = found
    const unordered = orderBreach(found)
    if (unordered) throw unordered
    const echo = echoBreach(operation, found, sent)
    if (echo) throw echo
    const mine = writtenFields.filter(({ field }) => field !== 'applicationStatus')
    const heaped = mine.find((one) => isHeaped(one, run))
    if (heaped)
      throw new Breach({
        expected: `${heaped.field} to be shown as ${brief(heaped.written)}`,
        got: `${heaped.field} is a list of it and of what was written before: ${brief(heaped.shown)}`,
        cause: 'a list of all that was written',
        exchanges,
        change: true,
      })
    const wrong = mine.find((one) => isShown(one) && (likenessOf(one) === 'other' || isOfAnother(one, mine, run)))
    if (wrong)
      throw new Breach({
        expected: `${wrong.field} to be shown as ${besides(wrong.written, wrong.shown)[0]}`,
        got: `${wrong.field} is ${shownAs(wrong.field, wrong.written, wrong.shown)}`,
        cause: likenessOf(wrong),
        exchanges,
        change: true,
      })
    const visible = mine.filter(isShown)
    const absent = mine.filter((one) => !isShown(one) && !isSecret(one.field) && !points(one.field))
    if (absent.length > 0)
      throw new Inconclusive(
        { text: `no read shows ${absent.map(({ field }) => field).join(', ')}`, cause: 'no read shows the field' },
        undefined,
        exchanges,
      )
    const odder = visible.find((one) => likenessOf(one) === 'other type' && nested(one) && !points(one.field))
    if (odder)
      throw new Inconclusive(
        { text: `${odder.field} is shown as ${brief(odder.shown)}, no text`, cause: 'the field is shown as no text' },
        undefined,
        exchanges,
      )
    const kinds = new Map(visible.map((one) => [one.field, likenessOf(one)]))
    const noted = mine.filter(
      (one) => !isShown(one) || kinds.get(one.field) === 'hidden' || kinds.get(one.field) === 'near',
    )
    if (visible.length === 0 && noted.length === 0)
      throw new Inconclusive('no read shows any of its fields', undefined, exchanges)
    const odd = noted.filter((one) => isShown(one) || isSecret(one.field))
    if (odd.length === 0) return
    throw new Breach({
      level: 'MAY',
      expected: 'the values as they were sent',
      got: odd
        .map(
          (one) =>
            `${one.field} ${isShown(one) ? `shown as ${shownAs(one.field, one.written, one.shown)}` : 'left out'}`,
        )
        .join(', '),
      cause: odd.some(isShown) ? 'shown otherwise' : 'left out',
      exchanges,
    })
  },
})

const typed = consistencyCheck({
  id: 'values/typed',
  clause: ({ id }) => (id.endsWith('.saveExternalPort') ? 'RES-external-port' : 'BODY-2'),
  claim: 'MUST show accepted values in their stated type',
  sends: 'the request once more with other values, and a read of its record',
  expects:
    'strings as strings and integers as integers; an integer shown as digits in a string is a warning, if no similar field is shown as a number',
  kills: ['values/type-*'],
  on: carries,
  needs: { control, taken },
  ask({ taken: { writtenFields, exchanges } }) {
    const visible = writtenFields.filter((one) => isShown(one) && one.shown !== null)
    const breach = (one: WrittenField) => {
      const expected = `${one.field}, ${one.type === 'integer' ? 'an integer' : `a ${one.type}`}, as ${brief(one.written)}`
      return new Breach({ expected, got: `${one.field} is ${brief(one.shown)}`, exchanges })
    }
    const wrong = visible.find((one) => likenessOf(one) === 'other type' && !nested(one))
    if (wrong) throw breach(wrong)
    const flat = visible.filter((one) => !nested(one))
    const integers = flat.filter(({ type }) => type === 'integer')
    const text = integers.find((one) => likenessOf(one) === 'text of a number')
    if (text && integers.some((one) => likenessOf(one) === 'same')) throw breach(text)
    if (flat.length === 0) throw new Inconclusive('no read shows any of its fields', undefined, exchanges)
    return integers.map(({ field, shown: value }) => ({
      question: 'an integer is shown as a text of digits',
      of: field,
      way: typeof value === 'string' ? ('taken' as const) : ('refused' as const),
      words: { refused: 'a number', taken: brief(value) },
      wrong: { elsewhere: 'MUST', everywhere: 'SHOULD' } as const,
      exchanges,
    }))
  },
})

/** A field of that name may as well be the record that it points at: nothing is said of what else a record shows. */
const nested = ({ shown: value }: WrittenField) => typeof value === 'object'

const named = check({
  id: 'values/named',
  clause: ({ id }) =>
    id.endsWith('BetaProvider')
      ? 'RES-beta'
      : id.endsWith('GammaProvider')
        ? 'RES-gamma'
        : /^colstore\.(move|changePassword)$/.test(id)
          ? 'RES-colstore'
          : 'RES-2',
  claim: 'MUST show its fields under their exact names',
  sends: 'the request once more with other values, and a read of its record',
  expects: 'no field under a name that differs from the listed one by case, underscores or a letter',
  kills: ['values/name-*'],
  on: carries,
  needs: { control, taken },
  prove({ taken: { writtenFields, last, exchanges } }) {
    const record = last?.record
    if (!record) throw new Inconclusive('no read shows its record', undefined, exchanges)
    for (const { field, written } of writtenFields) {
      const other = misnamed(record, field, written)
      if (other !== undefined)
        throw new Breach({ expected: `the field ${field}`, got: `its value under the name ${other}`, exchanges })
    }
    if (!writtenFields.some(isShown)) throw new Inconclusive('no read shows any of its fields', undefined, exchanges)
  },
})

export const valueChecks: readonly Check[] = [shown, named]
export const valueConsistency: readonly ConsistencyCheck[] = [typed]
