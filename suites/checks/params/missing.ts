import { escapeRegExp } from '../../../schemas/escape-reg-exp.ts'
import { textsIn } from '../../../fixtures/payload/find.ts'
import { isNaming, subjectField } from '../../../fixtures/payload/payload.ts'
import { does, type Operation, operations } from '../../../schemas/registry.ts'
import type { Case, Poll } from '../check.ts'
import type { Vote } from '../../target/vote.ts'
import { Breach, inWords } from '../../claim/finding.ts'
import { fingerprint, sameFingerprint, template } from '../../target/profile.ts'
import { typeOf } from '../../evidence/shown-back.ts'
import type { Tried } from '../../evidence/variations.ts'
import { isEmpty, listsFields, succeeds, tried, untold, votesOn } from './asked.ts'

/** So many operations of one name list the field, each of another group: they are held against each other. */
const PEERS = 6
/** Among fields that are like no others, so many may be optional on a strict server. */
const SOME = 2

/** What reasonable servers have a default for, or can do without: where in a repository, under which prefix, a second password. */
const optional = /(?:BuildPath|ContextPath|Stage|Prefix|Namespace|RootPassword)$/
const isOptional = (operation: Operation, field: string): boolean =>
  optional.test(field) || (does('reads', 'host', 'login')(operation) && isNaming(field))

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
function unread(scene: Case, { variation, exchange }: Tried): boolean {
  const { control, guesses = [] } = scene.trace
  if (!control?.answer || !exchange.answer || guesses.includes(variation.of)) return false
  if (scene.operation.body?.fields.find(({ name }) => name === variation.of)?.type !== 'string') return false
  const { json } = exchange.answer
  return (
    json.ok &&
    sameFingerprint(fingerprint(control), fingerprint(exchange)) &&
    template(control.answer.text, control) === template(exchange.answer.text, exchange) &&
    textsIn(json.value).some((text) => new RegExp(`(?<!\\w)${escapeRegExp(variation.of)}(?!\\w)`).test(text))
  )
}

export const missing: Poll = {
  id: 'params/missing-required',
  clause: ({ method, id }) => (method === 'GET' ? 'QUERY-2' : `PARAM-${id}`),
  claim:
    'SHOULD refuse a request without a parameter marked * or a listed field, as it does elsewhere, and MUST read each',
  sends: 'the valid request without each parameter marked *, and without each listed field, one at a time',
  expects: 'an error, or what the target does with other fields; never a record where a parameter marked * is missing',
  kills: [
    'params/save-takes-missing',
    'params/group-takes-missing',
    'params/subject-missing',
    'params/query-ignored',
    'params/field-not-read',
  ],
  on: (operation) =>
    listsFields(operation) || (operation.effect === 'read' && operation.query.some(({ required }) => required)),
  needs: ['control', 'missing-required', 'unknown-id'],
  ask(scene) {
    const all = tried(scene, 'missing-required')
    const { operation } = scene
    if (operation.method === 'GET') {
      const shown = all.find(
        ({ taken, exchange }) => taken && exchange.answer?.json.ok && !isEmpty(exchange.answer.json.value),
      )
      if (shown)
        throw new Breach({
          level: 'MUST',
          expected: `an error or an empty answer without ${shown.variation.of}`,
          got: inWords(shown.exchange),
          exchanges: [shown.exchange],
        })
      if (!succeeds(scene)) throw untold(scene)
      return []
    }
    const ignored = succeeds(scene) ? undefined : all.find((one) => !one.taken && unread(scene, one))
    if (ignored)
      throw new Breach({
        level: 'MUST',
        expected: `${ignored.variation.of} to be read from the body`,
        got: `the same answer with it and without it: ${inWords(ignored.exchange)}`,
        exchanges: [scene.trace.control ?? [], ignored.exchange].flat(),
      })
    return votesOn(scene, all, ({ variation }) => likes(operation, variation.of, 'nothing is sent'))
  },
}
