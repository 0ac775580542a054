/** Unusual, legal requests to an operation besides its valid one. */
import type { BadCredential } from '../../../fixtures/http/credentials.ts'
import { takesEnvironment, withVariable } from '../../../fixtures/payload/fuzz/payload.ts'
import { drawn, drawnOf } from '../../../fixtures/payload/draw.ts'
import { subjectField } from '../../../fixtures/payload/payload.ts'
import { doing, type Operation } from '../../../schemas/registry.ts'
import type { Call } from '../../scene/call-traits.ts'
import { mayEnd } from '../../../schemas/order.ts'

/** A browser's own words: some servers answer those with a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Characters that have to be encoded in a query, one of them outside the basic plane. */
export const ODD = 'ä €/?&=+#%"\\\u{1F600}'

/** What careless servers escape, strip, lower or cannot store in a name: with a unique name before it, it is shorter than what names are cut to. */
const ODD_NAME = ` Ü \u{1F600} "q" <b>t&amp;u 'v'`

/** The same in the value of a variable: every form of an environment shows it as it stands. */
export const ODD_VALUE = 'Ü<b>t&amp;u'

/** Operations whose authorised request is sent no oftener than it must: each time it mails, or may end a process. */
const sparing = (operation: Operation) => mayEnd(operation) || operation.act.kind === 'invitation'

export type Variation = Partial<Omit<Call, 'operation'>>

/** What many clients send: a parameter does not change a media type. */
export const WITH_CHARSET = 'application/json; charset=utf-8'

/** Whether an operation is sent a body that is labelled so. */
export const labelsBody = (operation: Operation): boolean => operation.body !== null && !sparing(operation)

/** What other clients say that they take. */
const accepts = [
  'text/plain',
  'application/xml',
  'text/csv, */*;q=0.1',
  'application/yaml',
  'text/event-stream',
  '*/*;q=0',
  // Nothing at all.
  null,
] as const

/** One operation in so many is sent JSON as plain text. */
const WRONGLY_EVERY = 2

/** A browser's own words, and what it unpacks. */
const browsing = { accept: BROWSER, 'accept-encoding': 'gzip, deflate, br' }

/** One operation in so many is sent a body of more than a megabyte. */
const VAST_EVERY = 12

/**
 * Unusual, legal, authorised requests (docs/judgement.md, rule 5); the headers that go with them differ from operation to operation.
 * @param destructive whether a write may be sent whose subject may not be read
 */
export function unusual(operation: Operation, destructive: boolean): readonly Variation[] {
  if (sparing(operation) && operation.method === 'POST') return []
  const browser: Variation = { headers: { accept: BROWSER } }
  const accept = acceptOf(operation)
  if (operation.method === 'GET') {
    const long = longRead(operation)
    return long.headers?.['accept'] === BROWSER ? [long] : [{ headers: browsing }, long]
  }
  if (operation.body === null) return [browser]
  // No legal one: but its refusal has the shape of all others. Who refuses it does so before any operation's own code runs.
  const wrongly: Variation = { headers: { 'content-type': 'text/plain' } }
  const isAsked = destructive && operation.act.verb === 'changes' && operation.effect === 'resource'
  // A browser's words go with either: what refuses one form may answer the other with a page.
  const [padded, chunked] = drawn(operation.id, 'browser') % 2 === 0 ? [BROWSER, accept] : [accept, BROWSER]
  return [
    ...(isAsked && drawn(operation.id, 'wrongly') % WRONGLY_EVERY === 0 ? [wrongly] : []),
    { form: 'padded', headers: { 'content-type': WITH_CHARSET, accept: padded } },
    { chunked: true, form: 'nested', headers: { accept: chunked, 'accept-encoding': 'gzip, deflate, br' } },
    ...(drawn(operation.id, 'vast') % VAST_EVERY === 0 ? [{ form: 'vast' } as const] : []),
  ]
}

const acceptOf = (operation: Operation) => drawnOf(accepts, operation.id, 'accept')

/**
 * A read with a parameter that nobody knows, of 3,000 characters and some that have to be encoded.
 * Widespread servers refuse a request line of more than 4,094 bytes with a page of their own, before any code of the API runs.
 * A browser's words go with it, unless this read is asked without any.
 */
export const longRead = (operation: Operation): Variation => ({
  query: { touchstone: `${'long-'.repeat(600)}${ODD}` },
  headers: acceptOf(operation) === null ? { accept: null } : browsing,
})

/** What a request joins that is odd in several ways: where it fails, each by itself may still succeed, or fail in its own way. */
export function apart({ chunked, form, query, headers = {} }: Variation): readonly Variation[] {
  if (query && headers['accept'] === BROWSER) return [{ headers }, { query }]
  if (headers['content-type'] === WITH_CHARSET)
    return [{ headers: { 'content-type': WITH_CHARSET } }, { form: 'spaced' }, {}]
  if (chunked !== true || form !== 'nested') return []
  const { 'accept-encoding': coding = null, ...others } = headers
  return [
    { chunked, headers: others },
    { form, headers: { 'accept-encoding': coding } },
  ]
}

/** What some servers take for a request that needs no token: one from their own host, or one for another method or path. */
const trusted = ({ method }: Operation) => ({
  accept: BROWSER,
  'x-forwarded-for': '127.0.0.1',
  'x-real-ip': '127.0.0.1',
  'x-http-method-override': method,
  'x-original-url': doing('reads', 'host', 'health').path,
})

/** Forms of a body that some servers pass on unread; chunked ones the likeliest. */
const unauthorised = [{}, { form: 'padded' }, { chunked: true }, { chunked: true }] as const

/** The valid request with a bad credential: without a token it goes out in an unusual form. */
export function withBadCredential(operation: Operation, credential: BadCredential): Variation {
  if (credential !== 'unusual-request') return { credential }
  const headers = trusted(operation)
  const unusual = operation.body === null ? {} : drawnOf(unauthorised, operation.id, 'without a token')
  return { credential, headers, ...unusual }
}

/** Another status than the one that the specification shows: most targets know it. */
const RUNNING = 'running'

/**
 * What makes the effect of a request show, where that of the valid one may not: a field that the operation naturally
 * takes, or another status than the record has already. null: nothing known does
 * @param name a name that nothing else has
 * @param body the valid request's fields
 */
export function tellingFields(operation: Operation, name: string, body: Fields, odd = false): Fields | null {
  const natural = naturalField(operation)
  if (natural !== null) return { [natural]: natural === 'mountPath' ? `/${name}` : name }
  if (operation.act.aspect === 'status') return { applicationStatus: RUNNING }
  if (!takesEnvironment(operation)) return null
  const { env } = withVariable({ env: `TOUCHSTONE_TOLD=${odd ? ODD_VALUE : '1'}`, ...body }, name)
  return { env }
}

/** Whether its requests carry more than which record they are about. */
export const carriesTexts = (operation: Operation): boolean => {
  const subject = [subjectField(operation), 'appName']
  return isTelling(operation) || (operation.body?.fields.some(({ name }) => !subject.includes(name)) ?? false)
}

/** Whether something does. */
export const isTelling = (operation: Operation): boolean => tellingFields(operation, '', {}) !== null

type Fields = Readonly<Record<string, unknown>>

/** A further field that an update of this operation naturally takes, so that what it did would show; null: none known. */
export const naturalField = ({ act }: Operation): string | null => act.takes ?? null

/**
 * A value for such a field that holds a unique name.
 * @param odd whether it holds what careless servers alter, too; a limit may refuse it
 */
export const naturalValue = (field: string, name: string, odd = false): string =>
  field === 'mountPath' ? `/${name}${odd ? '/Data' : ''}` : `${name}${odd ? ODD_NAME : ''}`
