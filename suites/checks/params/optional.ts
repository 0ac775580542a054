/** What need not be sent (docs/judgement.md, rule 2): optional parameters, bodies, and fields that are not listed. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { subjectField } from '../../../fixtures/payload/payload.ts'
import { control } from '../../evidence/control.ts'
import { optional, part } from '../../evidence/frame/evidence.ts'
import { variations } from '../../evidence/variations.ts'
import { check, type Check, type Context, type Said } from '../check.ts'
import { Breach, inWords } from '../../claim/finding.ts'
import { isTransient } from '../../target/profile.ts'
import type { Family, Tried } from '../../evidence/variations/variation.ts'
import { listsFields, succeeds, undecided } from './asked.ts'

/** Passes where the valid request succeeds; a breach where only the variation does, twice told from a moment's error. */
function alone(given: Context & { readonly control: Exchange }, tried: readonly Tried[], expected: string): void {
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
  sends: 'the valid request without its optional parameters; if that is rejected, with each of them',
  expects: 'no success that depends on an optional parameter',
  kills: ['params/optional-required'],
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

const listedSuffice = sufficing('listed-suffice', 'success with the listed fields alone', {
  clause: 'PARAM-*',
  claim: 'SHOULD NOT require unlisted fields',
  sends: 'the valid request; if the rejection names an unlisted field, the same with that field',
  expects: 'no success that depends on an unlisted field',
  kills: ['params/unlisted-demanded'],
  on: (operation) =>
    listsFields(operation) && operation.body?.fields.some(({ name }) => name !== subjectField(operation)) === true,
})

export const optionalChecks: readonly Check[] = [optionalQuery, noBody, emptyObject, listedSuffice]
