import { escapeRegExp } from '../../../schemas/escape-reg-exp.ts'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { textsIn } from '../../../fixtures/payload/find.ts'
import { isNaming, subjectField } from '../../../fixtures/payload/payload.ts'
import { does, type Operation, operations } from '../../../schemas/registry.ts'
import { control } from '../../evidence/control.ts'
import { optional, part } from '../../evidence/frame/evidence.ts'
import { variations } from '../../evidence/variations.ts'
import { poll, type Context } from '../check.ts'
import type { Vote } from '../../target/vote.ts'
import { Breach, inWords } from '../../claim/finding.ts'
import { fingerprint, sameFingerprint, template } from '../../target/profile.ts'
import { typeOf } from '../../evidence/variations/shown-back.ts'
import type { Tried } from '../../evidence/variations/variation.ts'
import { isEmpty, listsFields, succeeds, undecided, votesOn } from './asked.ts'

/** So many operations of one name list the field, each of another group: they are held against each other. */
const PEERS = 6
/** Among fields that are like no others, so many may be optional on a strict server. */
const SOME = 2

/** What reasonable servers have a default for, or can do without: where in a repository, under which prefix, a second password. */
const mayHaveDefault = /(?:BuildPath|ContextPath|Stage|Prefix|Namespace|RootPassword)$/
const isOptional = (operation: Operation, field: string): boolean =>
  mayHaveDefault.test(field) || (does('reads', 'host', 'login')(operation) && isNaming(field))

/** Fields of a name that operations of a name have in all groups are compared with their like. */
export function likes(operation: Operation, field: string, what: string): Pick<Vote, 'question' | 'few'> {
  // A path or a host is no identifier of a record: a server may well have one by default.
  if (field === subjectField(operation) && field.endsWith('Id'))
    return { question: `${what} for the identifier that a request is about` }
  if (isOptional(operation, field)) return { question: `${what} for a field that may well have a default`, few: 0 }
  const peers = operations.filter(
    ({ name, body }) => name === operation.name && body?.fields.some((one) => one.name === field),
  )
  return peers.length >= PEERS
    ? { question: `${what} for ${field} of ${operation.name}` }
    : { question: `${what} for another listed field, ${typeOf(operation, field)}`, few: SOME }
}

/** Answered alike whether the field is sent or not, and for want of it: then it is not read at all. */
function unread(
  { operation, control: { response, ...sent }, placeholders }: Context & { readonly control: Exchange },
  { variation, exchange }: Tried,
): boolean {
  if (!response || !exchange.response || placeholders.includes(variation.of)) return false
  if (operation.body?.fields.find(({ name }) => name === variation.of)?.type !== 'string') return false
  const { json } = exchange.response
  const valid = { ...sent, response }
  return (
    json.ok &&
    sameFingerprint(fingerprint(valid), fingerprint(exchange)) &&
    template(response.text, valid) === template(exchange.response.text, exchange) &&
    textsIn(json.value).some((text) => new RegExp(`(?<!\\w)${escapeRegExp(variation.of)}(?!\\w)`).test(text))
  )
}

export const missing = poll({
  id: 'params/missing-required',
  clause: ({ method, id }) => (method === 'GET' ? 'QUERY-2' : `PARAM-${id}`),
  claim:
    'SHOULD reject a request without a required parameter or a listed field, as it does elsewhere, and MUST read each',
  sends: 'the valid request without each required parameter and each listed field, one at a time',
  expects: 'an error, or what the target does with other fields; never a record if a required parameter is missing',
  kills: [
    'params/save-takes-missing',
    'params/group-takes-missing',
    'params/subject-missing',
    'params/query-ignored',
    'params/field-not-read',
  ],
  on: (operation) =>
    listsFields(operation) || (operation.effect === 'read' && operation.query.some(({ required }) => required)),
  needs: {
    control,
    without: part(variations, 'missing-required'),
    unknownIds: optional(part(variations, 'unknown-id')),
  },
  ask(given) {
    const { operation, control: sent, without: all } = given
    if (operation.method === 'GET') {
      const shown = all.find(
        ({ taken, exchange }) => taken && exchange.response?.json.ok && !isEmpty(exchange.response.json.value),
      )
      if (shown)
        throw new Breach({
          level: 'MUST',
          expected: `an error or an empty answer without ${shown.variation.of}`,
          got: inWords(shown.exchange),
          cause: 'data without it',
          exchanges: [shown.exchange],
        })
      if (!succeeds(given)) throw undecided(given)
      return []
    }
    const ignored = succeeds(given) ? undefined : all.find((one) => !one.taken && unread(given, one))
    if (ignored)
      throw new Breach({
        level: 'MUST',
        expected: `${ignored.variation.of} to be read from the body`,
        got: `the same answer with it and without it: ${inWords(ignored.exchange)}`,
        cause: 'not read',
        exchanges: [sent, ignored.exchange],
      })
    return votesOn(given, all, ({ variation }) => likes(operation, variation.of, 'nothing is sent'))
  },
})
