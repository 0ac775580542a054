/** Fields that a refusal names although the specification does not list them. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { subjectField } from '../../fixtures/payload/payload.ts'
import { spelledAlike } from '../../fixtures/payload/spelling.ts'
import { isObject } from '../../schemas/json-object.ts'
import { mayEnd } from '../../schemas/order.ts'
import { identifierField, type Operation } from '../../schemas/registry.ts'

export interface Further {
  readonly name: string
  /** What it may be filled with, the likeliest first. */
  readonly values: readonly unknown[]
}

/** A refusal may speak of many things; more fields than these are not tried each alone. */
const TRIED = 2
/** Nor more than these together. */
const TOGETHER = 6

/** What an operation lists: the parameters of a read, the fields of a write. */
export const listedBy = ({ method, query, body }: Operation): readonly string[] =>
  (method === 'GET' ? query : (body?.fields ?? [])).map(({ name }) => name)

/** Whether a field that it does not list is tried where its refusal names one. */
export const triesFurther = (operation: Operation): boolean => !mayEnd(operation) && operation.act.kind !== 'invitation'

/** Whether a write lists nothing but what it is about. */
export function listsSubjectAlone(operation: Operation): boolean {
  const listed = listedBy(operation)
  return operation.method === 'POST' && listed.length > 0 && listed.every((name) => name === subjectField(operation))
}

const isIdentifierName = (name: string): boolean => /(?:^i|I|_i)d$/.test(name)

/**
 * Fields named by the issues and the message of a response, but for those that are listed: those that are tried each alone,
 * and all that are tried together.
 * @param identifiers what the target file knows: a field of such a name is filled with it first
 */
export function furtherFields(
  operation: Operation,
  refused: Exchange | undefined,
  identifiers: Readonly<Record<string, string | undefined>>,
): { readonly alone: readonly Further[]; readonly together: readonly Further[] } {
  if (!triesFurther(operation) || !refused) return { alone: [], together: [] }
  const values = valuesFor(textsOf(refused).join(' '))
  const given = sentBy(refused)
  const named = unlistedIn(operation, refused)
  const subjects = named.filter(isIdentifierName).map((name) => ({ name, values: subjectIn(operation, given) }))
  // An update that lists its subject alone may want something to update, but not its subject under another name.
  if (listsSubjectAlone(operation)) return { alone: subjects.slice(0, TRIED), together: [] }
  const all = named.map((name) => ({
    name,
    values: [
      ...knownBy(operation, identifiers, name),
      ...likeliest(given, name),
      ...(isIdentifierName(name) ? subjectIn(operation, given) : []),
      ...values,
    ],
  }))
  return { alone: all.slice(0, TRIED), together: all.length > 1 ? all.slice(0, TOGETHER) : [] }
}

const textsOf = ({ response }: Exchange): readonly string[] =>
  response?.json.ok ? textsIn(withoutCodes(response.json.value)) : []

/** The names of fields that a refusal speaks of and the specification does not list for the operation. */
export function unlistedIn(operation: Operation, refused: Exchange): readonly string[] {
  const listed = new Set([...listedBy(operation), operation.group, operation.name])
  const spelled = new Set([...listed].map((name) => name.toLowerCase()))
  const texts = textsOf(refused)
  const whole = texts.join(' ')
  // A path of an issue is a name alone; in a sentence it is quoted, or in camel case.
  const alone = texts.filter((text) => /^(?:id|[a-z][A-Za-z0-9_]{2,40})$/.test(text))
  const quoted = [...whole.matchAll(/["'`](id|[A-Za-z][A-Za-z0-9_]{2,40})["'`]/g)].map((match) => match[1] ?? '')
  const camel = whole.match(/\b[a-z]+(?:[A-Z][a-z0-9]+)+\b/g) ?? []
  const leading = texts.flatMap(
    (text) => /^(id|[a-z][A-Za-z0-9_]{2,40}):? (?:is|must|should|field)\b/.exec(text)?.[1] ?? [],
  )
  const trailing = [...whole.matchAll(/: (id|[a-z][A-Za-z0-9_]{2,40})(?![\w.])/g)].map((match) => match[1] ?? '')
  const names = [...new Set([...alone, ...quoted, ...camel, ...leading, ...trailing])]
  // A sentence may spell a listed name otherwise; a path of an issue that does so names what is read in its place.
  const isListed = (name: string) => listed.has(name) || (spelled.has(name.toLowerCase()) && !alone.includes(name))
  return names.filter((name) => !isListed(name) && !common.has(name.toLowerCase()))
}

/** Members of errors whose words say what went wrong, as `not_found` does, and never with which field. */
const classes = new Set(['code', 'errorcode', 'error', 'type', 'status', 'kind', 'keyword', 'expected', 'received'])

/** An error without its codes, whole, and without the single words of other such members: a sentence there may name a field. */
function withoutCodes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCodes)
  if (!isObject(value)) return value
  const tells = ([name, one]: readonly [string, unknown]) => {
    const plain = name.toLowerCase().replaceAll('_', '')
    if (typeof one !== 'string' || !classes.has(plain)) return true
    return !plain.endsWith('code') && /\s/.test(one)
  }
  return Object.entries(value)
    .filter(tells)
    .map(([, one]) => withoutCodes(one))
}

const ofRecords: ReadonlySet<string> = new Set(Object.values(identifierField))

/** What the target file gives under this name: no write is pointed at somebody's record. */
const knownBy = (
  { method }: Operation,
  identifiers: Readonly<Record<string, string | undefined>>,
  name: string,
): readonly unknown[] =>
  identifiers[name] === undefined || (method === 'POST' && ofRecords.has(name)) ? [] : [identifiers[name]]

/** What the request was about, which may be asked for under another name. */
function subjectIn(operation: Operation, given: readonly (readonly [string, unknown])[]): readonly unknown[] {
  const subject = subjectField(operation)
  return given.flatMap(([listed, value]) => (listed === subject && isIdentifierName(listed) ? [value] : []))
}

/** What a request gave to all that it listed. */
const sentBy = ({ asked }: Exchange): readonly (readonly [string, unknown])[] =>
  Object.entries({ ...asked?.query, ...(typeof asked?.body === 'object' ? asked.body : {}) })

/** What was sent as a listed field that is spelt like this one: it may be that field under another name. */
function likeliest(given: readonly (readonly [string, unknown])[], name: string): readonly unknown[] {
  const [found] = given.filter(([listed]) => spelledAlike(listed, name) || endsIn(listed, name) || endsIn(name, listed))
  return found === undefined ? [] : [found[1]]
}

const endsIn = (listed: string, name: string): boolean => listed.toLowerCase().endsWith(name.toLowerCase())

/** Words that stand alone in responses and are no fields. */
const common = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'undefined',
  'null',
  'body',
  'message',
  'required',
  'custom',
  'invalid_type',
])

function valuesFor(text: string): readonly unknown[] {
  if (/\bbool/i.test(text)) return [true, 'touchstone']
  if (/\b(?:number|integer|numeric)\b/i.test(text)) return [1, 'touchstone']
  return ['touchstone']
}

/** More words than these, which a refusal offers, are not tried. */
const WORDS = 3

/** What refusals offer in the place of a value that they do not take: words in quotes, in a list, or alone. */
export function offeredBy(operation: Operation, refused: readonly Exchange[]): readonly string[] {
  const texts = refused.flatMap(textsOf)
  const whole = texts.join('\n')
  const quoted = [...whole.matchAll(/(["'`])([\w.-]{1,40})\1/g)].map((match) => match[2] ?? '')
  const lists = whole.matchAll(/(?:\bof|[:[(]) *([\w.-]{1,40}(?:(?:, (?:or )?| or | ?\| ?)[\w.-]{1,40})+)/g)
  const listed = [...lists].flatMap((match) => (match[1] ?? '').split(/, (?:or )?| or | ?\| ?/))
  const alone = texts.filter((text) => /^[\w.-]{1,40}$/.test(text))
  const given = new Set(refused.flatMap(sentBy).flatMap(([name, value]) => [name, String(value)]))
  const isNews = (word: string) => !given.has(word) && !listedBy(operation).includes(word) && !common.has(word)
  return [...new Set([...quoted, ...listed, ...alone])].filter(isNews).slice(0, WORDS)
}
