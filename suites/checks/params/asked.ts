/** What the checks of parameters have in common. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { subjectField } from '../../../fixtures/payload/payload.ts'
import type { Operation } from '../../../schemas/registry.ts'
import type { Context } from '../check.ts'
import type { Vote } from '../../target/vote.ts'
import { successSupply } from '../../claim/supply.ts'
import { inWords, Inconclusive } from '../../claim/finding.ts'
import { isTransient } from '../../target/not-now.ts'
import { saysItFailed } from '../../target/server-failed.ts'
import type { Profile } from '../../target/profile.ts'
import { settingValue } from '../../values/setting-value.ts'
import type { Probe } from '../../evidence/probes/probe.ts'
import type { Tried } from '../../evidence/variations/variation.ts'

/** An operation whose valid request was answered. */
type Controlled = Context & { readonly control: Exchange }
/** The same, and what came of requests about an identifier that nobody has, and of those that lack fields. */
type Asked = Controlled & {
  readonly [Name in 'unknownIds' | 'provoked' | 'missing']?: readonly Tried[] | undefined
} & { readonly probes?: readonly Probe[] | undefined }

/** Whether the valid request succeeded: without that, a refusal says little. */
export const succeeds = ({ control, profile }: Controlled): boolean =>
  control.response ? profile.isSuccess(control.response) : false

/**
 * Whether a request is refused for what was changed of it, though the valid one does not succeed: the server took that, and says that it
 * failed. Issues tell what a refusal is about; without them it may be about the state of another record.
 */
function isRefusedOtherwise({ control, profile }: Controlled, { exchange, variation }: Tried): boolean {
  const [valid, other] = [control.response, exchange.response]
  if (!valid || !saysItFailed(valid.status) || profile.errorStatuses.has(valid.status)) return false
  if (!other || other.status < 400 || other.status > 499 || isTransient(exchange) || profile.isRefusal(exchange))
    return false
  const issues: unknown = other.json.ok ? Object(other.json.value).issues : []
  return variation.of === 'the body' || (Array.isArray(issues) && issues.length > 0)
}

/** The valid request is refused too, so nothing can be told. */
export function undecided({ operation, control, placeholders }: Controlled): Inconclusive {
  return new Inconclusive(
    {
      text: `the valid request did not succeed either: ${inWords(control)}`,
      cause: 'the valid request did not succeed either',
    },
    successSupply(operation, placeholders, control),
    [control],
  )
}

/**
 * Whether something was taken without its subject by an operation that takes any identifier: it looks at none, so it is
 * about what nobody has, of which nothing is asked, and not about types or bodies.
 */
function isBlind({ operation, profile, unknownIds = [], probes = [] }: Asked, { variation }: Tried): boolean {
  const subject = subjectField(operation)
  if (subject === undefined || !isIdentifier(subject)) return false
  const without = variation.of === subject || variation.of === 'the body'
  const nobodyIs = ({ ask, exchange: { response } }: Probe) =>
    ask === 'unknown' && response !== null && profile.isSuccess(response)
  return without && (unknownIds.some(({ taken }) => taken) || probes.some(nobodyIs))
}

/**
 * Whether a body that is not an object was taken where `{}` is taken too: the target seeks nothing in it, so that says nothing of
 * arrays (docs/judgement.md, rules 8 and 15).
 */
function isTakenEmpty({ operation, provoked = [], missing = [] }: Asked, { variation }: Tried): boolean {
  if (variation.of !== 'the body') return false
  const { length } = operation.body?.fields ?? []
  const isOnly = length === 1
  // What may be left out field by field may be left out as a whole.
  const left = missing.filter((one) => one.variation.family === 'missing-required' && one.taken)
  if (new Set(left.map((one) => one.variation.of)).size === length && length > 0) return true
  return [...provoked, ...missing].some(
    ({ variation: { family, of }, taken }) =>
      taken && (of === 'every field' || (family === 'missing-required' && isOnly)),
  )
}

/** What a vote asks, and among whom. */
export type Asking = Pick<Vote, 'question' | 'few' | 'wider' | 'within' | 'frees'>

/** Votes on what was sent; where the valid request is refused, only what was taken says something, unless all else is refused for another reason. */
export function votesOn(asked: Asked, all: readonly Tried[], asking: (one: Tried) => Asking): readonly Vote[] {
  const { profile, control } = asked
  const isDecided = succeeds(asked) || all.every((one) => one.taken || isRefusedOtherwise(asked, one))
  const sent = isDecided ? all : all.filter(({ taken }) => taken)
  if (sent.length === 0) throw undecided(asked)
  const lasting = sent.filter(({ taken, exchange }) => taken || !isTransient(exchange))
  const telling = lasting.filter((one) => !(one.taken && (isBlind(asked, one) || isTakenEmpty(asked, one))))
  if (lasting.length === 0)
    throw new Inconclusive(
      'every response was temporary (409, 423, 425, 429 or 503)',
      undefined,
      [sent[0]?.exchange ?? []].flat(),
    )
  if (telling.length === 0)
    throw new Inconclusive(
      'it accepts an unknown identifier or an empty object as well, so nothing shows whether it reads the value',
    )
  return telling.map((one) => {
    const { variation, exchange, taken, again } = one
    return {
      ...asking(one),
      ...fieldOf(asked.operation, variation.of),
      of: variation.kind === undefined ? variation.of : `${variation.of} (${variation.kind})`,
      way: taken ? 'taken' : 'refused',
      ...(again?.response ? { again: profile.isSuccess(again.response) ? 'taken' : 'refused' } : {}),
      exchanges: [control, exchange, again ?? []].flat(),
    } satisfies Vote
  })
}

/** Names that point at something which has to be there. */
export const isIdentifier = (name: string): boolean => /(?:^i|I)d$/.test(name)

/**
 * Whether a request points at something, in words that end a question; '' where it does not. What a target reads as a
 * request without fields is then refused for want of that, so it is compared with its like alone.
 */
export function pointing(operation: Operation): string {
  const subject = subjectField(operation)
  if (subject !== undefined && isIdentifier(subject)) return ', of requests about something by its identifier'
  const points = operation.body?.fields.some(({ name }) => isIdentifier(name)) ?? false
  return points ? ', of requests that point at something' : ''
}

export const listsFields = ({ method, body }: Operation): boolean => method === 'POST' && (body?.fields.length ?? 0) > 0

/** The parameters that a request was sent with. */
export const sentQuery = ({ path }: Exchange): URLSearchParams =>
  new URLSearchParams(path.includes('?') ? path.slice(path.indexOf('?') + 1) : '')

const said = /^(?:message|code|status|success|ok|error)$/i

/** Whether a response shows nothing: nothing but nulls, empty texts and lists, however wrapped. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.every((one) => typeof one === 'object' && isEmpty(one))
  if (typeof value !== 'object') return typeof value !== 'string'
  return Object.entries(value).every(
    ([name, inner]) => isEmpty(inner) || (typeof inner === 'string' && said.test(name)),
  )
}

/** The text of a file, in a response of any shape; undefined where it shows none, or an empty one. */
export function textOfFile({ response }: Exchange, { envelope }: Profile): string | undefined {
  const text = response?.json.ok ? settingValue(response.json.value, proxyText, envelope) : undefined
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

const proxyText = { name: 'proxyConfig', type: 'string' } as const

function fieldOf({ body }: Operation, of: string): Pick<Vote, 'field'> {
  const field = body?.fields.find(({ name }) => name === of)
  return field ? { field: { name: field.name, type: field.type } } : {}
}
