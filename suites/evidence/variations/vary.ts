/** Every variation of a valid request: what is left out, altered, broken or pointed elsewhere. */
import { drawn, drawnOf } from '../../../fixtures/payload/draw.ts'
import { isNaming, subjectField } from '../../../fixtures/payload/payload.ts'
import { mayEnd } from '../../../schemas/order.ts'
import { identifierField, isCreate, isRecordKind, type ListedField, type Operation } from '../../../schemas/registry.ts'
import { ALL_DIGITS, asDigits, integersOf, isDrawn, missesOf } from './misses.ts'
import { otherValues } from './other-values.ts'
import { sparing, type Variation } from './variation.ts'

/** Fields that point at records which a run makes. */
const pointing: ReadonlySet<string> = new Set([...Object.values(identifierField), 'serviceId'])

/** What a record made without this field, or with another one, may not be found by. */
const isNameless = (operation: Operation, field: string) =>
  operation.act.verb === 'makes' &&
  (isNaming(field) || /^(?:project|environment|application|service)Id$|^publishedPort$/.test(field))

/**
 * Every variation of these families, in the order in which they are sent.
 * @param destructive whether a write may be sent whose subject is left out, malformed or nobody's
 */
export function variationsOf(
  operation: Operation,
  parts: { has(part: string): boolean },
  destructive: boolean,
): readonly Variation[] {
  const all = operation.method === 'GET' ? ofRead(operation) : ofWrite(operation, destructive)
  return all.filter((one) => parts.has(one.family) || (parts.has('provoke') && provokes(operation, one)))
}

/** What most targets answer with an error, whatever it be: enough of it for the monitors. */
function provokes(operation: Operation, { family, kind, of }: Variation): boolean {
  if (family === 'unknown-id' || family === 'provoke' || family === 'empty-body') return true
  if (family === 'malformed-json') return kind === 'cut off'
  if (family === 'not-an-object') return kind === 'an array'
  if (family !== 'missing-required' && family !== 'wrong-type') return false
  if (operation.method === 'GET') return true
  const last = operation.body?.fields.at(-1)?.name
  return of === last && (family === 'missing-required' || isDrawn(kind))
}

function ofRead(operation: Operation): readonly Variation[] {
  if (operation.effect !== 'read') return []
  const required = operation.query.filter((one) => one.required).map(({ name }) => name)
  const optional = operation.query.filter((one) => !one.required).map(({ name }) => name)
  const missing = required.map((of): Variation => ({
    family: 'missing-required',
    of,
    about: 'own',
    call: { query: { [of]: undefined } },
  }))
  // A list, where one text is expected, is seldom thought of.
  const encode = drawnOf(['doubled', 'listed'] as const, operation.id, 'several values')
  const [subject = ''] = required
  // Some reads are sent an empty identifier instead: a careless query leaves out an empty condition, and finds the first record.
  const isEmpty = subject.endsWith('Id') && drawnOf([true, false], operation.id, 'empty parameter')
  const isFile = operation.act.kind === 'proxy-file'
  const unknown: readonly Variation[] =
    required.length === 0
      ? []
      : [
          { family: 'unknown-id', of: subject, about: 'gone', call: {} },
          // Of a file that is known it is another name.
          { family: isFile ? 'unknown-id' : 'provoke', of: 'odd', about: 'odd', call: {} },
          ...(isFile ? [{ family: 'unknown-id', of: 'another case', about: 'other-case', call: {} } as const] : []),
          isEmpty
            ? { family: 'empty-id', of: subject, about: 'own', call: { query: { [subject]: '' } } }
            : { family: 'provoke', of: 'several', about: 'own', call: { encode } },
        ]
  // A parameter marked ? is seldom sent, so what it breaks is seldom seen.
  const chosen = optional.map((of): Variation => ({ family: 'provoke', of, about: 'own', call: { filled: of } }))
  const encoded = (['percent', 'twice'] as const).map((encode): Variation => ({
    family: 'encoding',
    of: required.join(', '),
    kind: encode,
    about: 'own',
    call: { encode },
    after: 'success',
  }))
  const further = optional.map((of): Variation => ({
    family: 'optional-query',
    of,
    about: 'own',
    call: { filled: of },
    after: 'error',
  }))
  // A path that was never decoded is found as it is: its slashes may stand in a query.
  const bare: readonly Variation[] = isFile
    ? [{ family: 'encoding', of: '/', kind: 'bare', about: 'own', call: { encode: 'bare' }, after: 'error' }]
    : []
  return [...missing, ...unknown, ...chosen, ...(required.length > 0 ? encoded : []), ...bare, ...further]
}

function ofWrite(operation: Operation, destructive: boolean): readonly Variation[] {
  const { body, act } = operation
  if (body === null) return [{ family: 'no-body', of: '{}', about: 'own', call: { body: {} }, after: 'error' }]
  if (body.fields.length === 0)
    return [{ family: 'empty-object', of: 'no body', about: 'own', call: { body: undefined }, after: 'error' }]
  const found: Variation[] = []
  const record = isRecordKind(act.kind)
  if (record && act.verb !== 'makes')
    found.push({ family: 'unknown-id', of: subjectField(operation) ?? '', about: 'gone', call: {} })
  if (act.kind === 'port' || act.kind === 'mount')
    if (act.verb === 'makes') found.push({ family: 'unknown-id', of: 'its parent', about: 'parent-gone', call: {} })
  // Several things wrong at once are told in several issues.
  if (destructive && body.fields.length > 1 && !sparing(operation))
    found.push({
      family: 'provoke',
      of: 'every field',
      about: 'own',
      call: { body: {} },
      nameless: act.verb === 'makes',
    })
  found.push(...body.fields.flatMap((field) => ofField(operation, field, destructive)))
  found.push(...allDigits(operation))
  if (destructive && !sparing(operation)) found.push(...ofBody(operation))
  return found
}

function allDigits(operation: Operation): readonly Variation[] {
  const [of, ...more] = integersOf(operation)
  if (of === undefined || more.length === 0 || operation.act.verb === 'makes') return []
  const call = { body: asDigits(operation) }
  return [{ family: 'wrong-type', of, kind: ALL_DIGITS, about: 'secondary', call, after: 'error' }]
}

/** An operation with more fields than these, or more of a type, need not give each of them all. */
const SEVERAL = 4
const countOf = ({ body }: Operation, type: ListedField['type']): number =>
  body?.fields.filter((field) => field.type === type).length ?? 0

function ofField(operation: Operation, field: ListedField, destructive: boolean): readonly Variation[] {
  const { name: of } = field
  const isSubject = of === subjectField(operation)
  // A create and a setting are spoilt by no more than themselves, but for a create under somebody else's record.
  const safe = (isRecordKind(operation.act.kind) || operation.effect === 'host') && !isSubject && !pointing.has(of)
  if (!safe && !destructive) return []
  const nameless = isNameless(operation, of)
  // Beside a valid request that is refused, refusals say nothing of texts: one value of each of a few shows what is taken.
  const isFurther = !isSubject && field.type === 'string' && (operation.body?.fields.indexOf(field) ?? 0) >= SEVERAL
  const besideSuccess = (only: boolean) => (only ? { after: 'success' as const } : {})
  const missing: Variation = {
    family: 'missing-required',
    of,
    about: 'secondary',
    call: { body: { [of]: undefined } },
    nameless,
    ...besideSuccess(isFurther),
  }
  // A file of a wrong name would stay on the host.
  if (of === 'path') return [missing]
  const isOfMany = ['boolean', 'string'].includes(field.type) && countOf(operation, field.type) > SEVERAL
  const wrong = missesOf(field, operation.id, { isSubject, isOfMany }).map(([kind, value], at): Variation => ({
    family: 'wrong-type',
    of,
    kind,
    value,
    about: 'secondary',
    call: { body: { [of]: value } },
    nameless,
    ...besideSuccess(isFurther || (field.type === 'string' && at > 0)),
  }))
  return [
    missing,
    ...(mayEnd(operation) ? wrong.slice(0, 1) : wrong),
    ...unlisted(operation, field),
    ...otherValues(operation, field, nameless),
  ]
}

/** A word that no enumeration has: many a server looks at it after all else, and some when the record is stored already. */
function unlisted(operation: Operation, { name: of, shown }: ListedField): readonly Variation[] {
  if (shown === undefined || !isCreate(operation)) return []
  return [{ family: 'provoke', of, kind: 'a made-up word', about: 'secondary', call: { body: { [of]: 'touchstone' } } }]
}

type Form = readonly [kind: string, rawBody: string]
const array: Form = ['an array', '[]']
const NO_JSON = 'no JSON at all'
const forms: readonly [Form, ...Form[]] = [
  ['null', 'null'],
  ['a text', '"touchstone"'],
  ['a number', '5'],
]

/** Bodies that are no object, or no JSON: without a subject, so never without the permission to destroy. */
function ofBody(operation: Operation): readonly Variation[] {
  const broken = { about: 'own', of: 'the body', nameless: operation.act.verb === 'makes' } as const
  const other = ([kind, rawBody]: Form): Variation => ({
    ...broken,
    family: 'not-an-object',
    kind,
    call: { body: {}, rawBody },
  })
  // By turns, and oftener neither: whoever refuses an array refuses these too, and whoever parses a body refuses what is none.
  const form = other(drawnOf(forms, operation.id, 'body'))
  const text: Variation = {
    ...broken,
    family: 'malformed-json',
    kind: NO_JSON,
    call: { body: {}, rawBody: 'touchstone=1&broken' },
  }
  const turns: readonly (readonly Variation[])[] = [[form], [form], [text], [], [], [], []]
  const further = turns[drawn(operation.id, 'further body') % turns.length] ?? []
  return [
    other(array),
    { ...broken, family: 'malformed-json', kind: 'cut off', call: { form: 'cut' } },
    ...further,
    { ...broken, family: 'empty-body', call: { body: {}, rawBody: '' } },
  ]
}
