/** What need not be sent (docs/judgement.md, rule 2): optional parameters, bodies, and fields that are not listed. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { Operation } from '../../../schemas/registry.ts'
import { textsIn } from '../../../fixtures/payload/texts-in.ts'
import { escapeRegExp } from '../../../schemas/escape-reg-exp.ts'
import { bareUpdate } from '../../evidence/bare-update.ts'
import { control } from '../../evidence/control.ts'
import { optional, part } from '../../evidence/frame/evidence.ts'
import { variations } from '../../evidence/variations.ts'
import { check, type Check, type Context, type Said } from '../check.ts'
import { Breach, inWords, Inconclusive, type Level } from '../../claim/finding.ts'
import { isTransient } from '../../target/not-now.ts'
import { ALONE } from '../../evidence/variations/listed-alone.ts'
import type { Family, Tried } from '../../evidence/variations/variation.ts'
import { listedBy, listsSubjectAlone, triesFurther } from '../../claim/further.ts'
import { succeeds, undecided } from './asked.ts'

/** Passes where the valid request succeeds; a breach where only the variation does, twice told from a moment's error. */
function alone(
  given: Context & { readonly control: Exchange },
  tried: readonly Tried[],
  expected: string,
  level?: Level,
): void {
  const { control: sent, profile } = given
  if (succeeds(given)) return
  const only = tried.find(
    ({ taken, again }) =>
      taken &&
      again?.response !== undefined &&
      again.response !== null &&
      !profile.isSuccess(again.response) &&
      ![sent, again].some(isTransient),
  )
  if (!only) throw undecided(given)
  throw new Breach({
    expected,
    got: `${inWords(sent)}; and success with ${only.variation.of}`,
    exchanges: [sent, only.exchange, only.again ?? []].flat(),
    ...(level === undefined ? {} : { level }),
  })
}

/** A check of whether what a variation leaves out, or adds, need not be so; named after the family of those variations. */
const sufficing = (family: Family, expected: string, said: Omit<Said, 'id' | 'needs'>): Check =>
  check({
    ...said,
    id: `params/${family}`,
    needs: { control, without: optional(part(variations, family)) },
    prove: ({ without = [], ...given }) => alone(given, without, expected),
  })

const optionalQuery = sufficing('optional-query', 'success without the parameters marked ?', {
  clause: ({ query, id }) => (query.some(({ required }) => required) ? 'QUERY-3' : `PARAM-${id}`),
  claim: 'MUST NOT require an optional parameter',
  sends:
    'the valid request without its optional parameters; if that is rejected, with each of them, and with the words that the rejections offer',
  expects: 'no success that depends on an optional parameter',
  kills: ['params/optional-required', 'params/choice-demanded'],
  on: ({ effect, query }) => effect === 'read' && query.some(({ required }) => !required),
})

const noBody = sufficing('no-body', 'success without a body', {
  clause: 'BODY-4',
  claim: 'MUST NOT require a body if none is listed',
  sends: 'the request without a body; if that is rejected, with an empty object',
  expects: 'no success that depends on a body',
  kills: ['params/body-demanded'],
  on: ({ method, body }) => method === 'POST' && body === null,
})

const emptyObject = sufficing('empty-object', 'success with an empty object', {
  clause: 'BODY-3',
  claim: 'SHOULD accept an empty object if a body without fields is listed',
  sends: 'an empty object; if that is rejected, no body at all',
  expects: 'no success that depends on leaving the body out',
  kills: ['params/empty-object-refused'],
  on: ({ body }) => body?.fields.length === 0,
})

/** An operation that lists its subject alone is tried with that subject under another name: then the listed one is not read. */
function levelOf(operation: Operation): Level {
  if (listsSubjectAlone(operation)) return 'MUST'
  if (operation.act.unlisted === true) return 'MAY'
  return listedBy(operation).length === 0 ? 'MUST' : 'SHOULD'
}

/** Where `sample` adds fields, the valid request shows nothing of those that are listed: they are sent alone. */
function listedAlone(
  given: Context & { readonly control: Exchange },
  without: readonly Tried[],
  added: readonly string[],
  bare: Exchange | null,
): void {
  const { control: sent, operation } = given
  if (bare)
    throw new Inconclusive('its identifier alone is refused: an update may want something to update', undefined, [
      bare,
      sent,
    ])
  const level = levelOf(operation)
  if (added.length === 0 || !succeeds(given)) return alone(given, without, 'success with what is listed alone', level)
  const [tried] = without.filter(({ variation: { kind } }) => kind === ALONE)
  if (!tried?.exchange.response || isTransient(tried.exchange))
    throw new Inconclusive('the target decided no request that has only the listed fields', undefined, [sent])
  if (tried.taken) return
  const refusal = textsIn(tried.exchange.response.json.ok ? tried.exchange.response.json.value : undefined).join('\n')
  const named = added.filter((name) => new RegExp(`(?<!\\w)${escapeRegExp(name)}(?!\\w)`).test(refusal))
  if (named.length === 0)
    throw new Inconclusive(
      {
        text: `it is refused without what sample adds (${added.join(', ')}), and the refusal does not say for want of which`,
        cause: 'refused without what sample adds',
      },
      undefined,
      [sent, tried.exchange],
    )
  throw new Breach({
    expected: 'success with the listed fields alone',
    got: `success with ${added.join(', ')} of sample, and without: ${inWords(tried.exchange)}`,
    exchanges: [sent, tried.exchange],
  })
}

/** The clause that says that an operation takes nothing. */
const nothingListed = ({ method, body, clause }: Operation): string =>
  method === 'GET' ? clause : body === null ? 'BODY-4' : 'BODY-3'

const listedSuffice = check({
  id: 'params/listed-suffice',
  clause: (operation) => (listedBy(operation).length > 0 ? `PARAM-${operation.id}` : nothingListed(operation)),
  claim: 'SHOULD NOT require unlisted fields or parameters',
  sends: 'what is listed alone; if the rejection names unlisted fields, the same with one of them, then with all',
  expects:
    'no success that depends on an unlisted field; if the operation takes nothing, or its subject alone and under another name, such a success is a failure; if it saves what no listed field carries, a note',
  kills: [
    'params/unlisted-demanded',
    'params/several-unlisted-demanded',
    'params/renamed-demanded',
    'params/subject-renamed*',
    'params/place-demanded',
    'params/parameter-demanded',
    'params/parameter-demanded-of-all',
    'params/parameter-demanded-to-join',
    'params/parameter-spelled-otherwise',
    'params/template-renamed',
    'params/confirmation-demanded',
  ],
  on: triesFurther,
  needs: {
    control,
    sent: optional(variations),
    without: optional(part(variations, 'listed-suffice')),
    bare: optional(bareUpdate),
  },
  prove: ({ without = [], sent, bare = null, ...given }) => listedAlone(given, without, sent?.added ?? [], bare),
})

export const optionalChecks: readonly Check[] = [optionalQuery, noBody, emptyObject, listedSuffice]
