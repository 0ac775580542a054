/** What the checks of parameters have in common. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { subjectField } from '../../../fixtures/payload/payload.ts'
import type { Operation } from '../../../schemas/registry.ts'
import type { Case } from '../check.ts'
import type { Vote } from '../../target/vote.ts'
import { supplyFor } from '../entries.ts'
import { Blocked, inWords, Skipped, Inconclusive } from '../../claim/finding.ts'
import { isTransient } from '../../target/profile.ts'
import { variationsOf, type Family, type Tried } from '../../evidence/variations.ts'

/** What was sent of a family; throws where nothing was, or the valid request got no answer. */
export function tried({ operation, trace }: Case, family: Family): readonly Tried[] {
  if (trace.blocked) throw new Blocked(trace.blocked.reason, trace.blocked.by)
  if (trace.skipped !== undefined) throw new Skipped(trace.skipped)
  const { control, unsent } = trace
  if (!control && unsent) throw unsent.inconclusive ? new Inconclusive(unsent.reason) : new Skipped(unsent.reason)
  const sent = trace.variations.filter(({ variation }) => variation.family === family)
  const found = sent.filter(({ exchange }) => exchange.answer)
  if (found.length > 0) return found
  if (sent.length > 0) throw new Inconclusive('nothing of the sort was answered')
  if (trace.unfindable)
    throw new Inconclusive(
      'it was not sent: the create does not answer the identifier, so what is made without a name could not be found again',
    )
  if (trace.destructive !== true && variationsOf(operation, new Set([family]), false).length === 0)
    throw new Skipped('a write whose subject is left out, malformed or not the run’s own needs --allow destructive')
  throw new Inconclusive('there is nothing of the run’s own to try it on', 'lookup or sample in the target file')
}

/** Whether the valid request succeeded: without that, a refusal says little. */
export const succeeds = ({ trace: { control }, profile }: Case): boolean =>
  control?.answer ? profile.isSuccess(control.answer) : false

/** The valid request is refused too, so nothing can be told. */
export function untold({ operation, trace }: Case): Inconclusive {
  const { control, guesses = [] } = trace
  const why = control ? inWords(control) : 'it was not sent'
  const besides = `what ${operation.id} needs besides, as sample["${operation.id}"] in the target file`
  const supply = supplyFor(guesses) ?? besides
  return new Inconclusive(
    `the valid request is not answered with success either: ${why}`,
    supply,
    control ? [control] : [],
  )
}

/**
 * Whether something was taken without its subject by an operation that takes any identifier: it looks at none, so it is
 * about what nobody has, of which nothing is asked, and not about types or bodies.
 */
function isBlind({ operation, trace }: Case, { variation }: Tried): boolean {
  const subject = subjectField(operation)
  if (subject === undefined || !isIdentifier(subject)) return false
  const without = variation.of === subject || variation.of === 'the body'
  return without && trace.variations.some(({ variation: { family }, taken }) => family === 'unknown-id' && taken)
}

/** Votes on what was sent; where the valid request is refused, only what was taken says something. */
export function votesOn(
  scene: Case,
  all: readonly Tried[],
  asking: (one: Tried) => Pick<Vote, 'question' | 'few'>,
): readonly Vote[] {
  const { profile } = scene
  const sent = succeeds(scene) ? all : all.filter(({ taken }) => taken)
  if (sent.length === 0) throw untold(scene)
  const told = sent.filter(({ taken, exchange }) => taken || !isTransient(exchange))
  const telling = told.filter((one) => !(one.taken && isBlind(scene, one)))
  if (told.length === 0)
    throw new Inconclusive(
      'every answer says that the request came at the wrong time',
      undefined,
      [sent[0]?.exchange ?? []].flat(),
    )
  if (telling.length === 0)
    throw new Inconclusive('it takes an identifier that nobody has as well, so nothing tells whether it looks at it')
  return telling.map((one) => {
    const { variation, exchange, taken, again } = one
    return {
      ...asking(one),
      of: variation.kind === undefined ? variation.of : `${variation.of} (${variation.kind})`,
      way: taken ? 'taken' : 'refused',
      ...(again?.answer ? { again: profile.isSuccess(again.answer) ? 'taken' : 'refused' } : {}),
      exchanges: [scene.trace.control ?? [], exchange, again ?? []].flat(),
    } satisfies Vote
  })
}

/** Names that point at something which has to be there. */
export const isIdentifier = (name: string): boolean => /(?:^i|I)d$/.test(name)

/**
 * Whether a request points at something, in words that end a question; '' where it does not. What a target reads as a
 * request without fields is then refused for want of that, so it is held against its like alone.
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

/** Whether an answer shows nothing: nothing but nulls, empty texts and lists, however wrapped. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.every((one) => typeof one === 'object' && isEmpty(one))
  if (typeof value !== 'object') return typeof value !== 'string'
  return Object.entries(value).every(
    ([name, inner]) => isEmpty(inner) || (typeof inner === 'string' && said.test(name)),
  )
}
