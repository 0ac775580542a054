import { isNaming, subjectField } from '../../../fixtures/payload/payload.ts'
import { does, type Operation, operations } from '../../../schemas/registry.ts'
import { control } from '../../evidence/control.ts'
import { optional, part } from '../../evidence/frame/evidence.ts'
import { probes } from '../../evidence/probes.ts'
import { variations } from '../../evidence/variations.ts'
import { consistencyCheck } from '../check.ts'
import { listsIn } from '../seen.ts'
import { Breach, inWords } from '../../claim/finding.ts'
import { typeOf } from '../../evidence/variations/shown-back.ts'
import { isEmpty, listsFields, succeeds, votesOn, type Asking } from './asked.ts'
import { falsyBreach, unreadBreach } from './unread.ts'

/** So many operations of one name list the field, each of another group: they are compared with each other. */
const PEERS = 6
/** Among fields that are like no others, so many that are optional stand out; with more, the target has defaults. */
const SOME = 1

/** What reasonable servers have a default for, or can do without: where in a repository, under which prefix, a second password. */
const mayHaveDefault = /(?:BuildPath|ContextPath|Stage|Prefix|Namespace|RootPassword)$/
/** Of a choice one value is shown: it may well be meant where none is given, but by what is named for that choice. */
const isChoice = (operation: Operation, field: string): boolean =>
  !operation.name.toLowerCase().includes(field.toLowerCase()) &&
  (operation.body?.fields.some(({ name, shown }) => name === field && shown !== undefined) ?? false)
const isOptional = (operation: Operation, field: string): boolean =>
  mayHaveDefault.test(field) ||
  isChoice(operation, field) ||
  (does('reads', 'host', 'login')(operation) && isNaming(field))

/** Whether operations of one name list the field in so many groups that they are a class of their own. */
export const isShared = ({ name }: Operation, field: string): boolean =>
  operations.filter((one) => one.name === name && one.body?.fields.some((listed) => listed.name === field)).length >=
  PEERS

/** Fields of a name that operations of a name have in all groups are compared with their like. */
export function likes(operation: Operation, field: string, what: string): Asking {
  // A path or a host is no identifier of a record: a server may well have one by default.
  if (field === subjectField(operation) && field.endsWith('Id'))
    return { question: `${what} for the identifier that a request is about` }
  if (isOptional(operation, field)) return { question: `${what} for a field that may well have a default`, few: 0 }
  const ofType = `${what} for a listed field of type ${typeOf(operation, field)}`
  const all = `${what} for a listed field`
  return isShared(operation, field)
    ? { question: `${what} for ${field} of ${operation.name}`, wider: [ofType, all] }
    : { question: ofType, few: SOME, wider: [all] }
}

/** Reads without a parameter of theirs that answer as if nothing were found: held against other reads, of identifiers or of names. */
function withoutParameter(name: string): Asking {
  const all = 'nothing is sent for a required parameter'
  return name.endsWith('Id')
    ? { question: `${all} that identifies a record`, wider: [all] }
    : { question: `${all} that is a name`, few: 1, wider: [all] }
}

/** Whether a response shows nothing, or none of what it lists: beside an empty list may stand what every response carries. */
function showsNothing({ act }: Operation, value: unknown): boolean {
  const lists = act.verb === 'lists' ? listsIn(value) : []
  return isEmpty(value) || (lists.length > 0 && lists.every(({ length }) => length === 0))
}

export const missing = consistencyCheck({
  id: 'params/missing-required',
  clause: ({ method, id }) => (method === 'GET' ? 'QUERY-2' : `PARAM-${id}`),
  claim:
    'SHOULD reject a request without a required parameter or a listed field, as it does elsewhere, and MUST read each',
  sends: 'the valid request without each required parameter and each listed field, one at a time',
  expects: 'an error, or what the target does with other fields; never a record if a required parameter is missing',
  kills: [
    'params/save-takes-missing',
    'params/group-takes-missing',
    'params/port-defaulted',
    'params/subject-missing',
    'params/query-ignored',
    'params/selector-missing',
    'params/field-not-read',
    'params/integer-not-read',
    'params/integer-of-create-not-read',
    'params/number-among-texts-not-read',
    'params/flag-not-read',
    'params/off-refused',
    'params/list-not-read',
    'params/name-not-read',
    'params/subject-not-read',
    'params/parameter-not-read',
    'params/container-not-read',
    'params/user-not-read',
    'params/file-not-read',
    'params/parameter-from-body',
    'params/field-from-query',
  ],
  on: (operation) =>
    listsFields(operation) || (operation.effect === 'read' && operation.query.some(({ required }) => required)),
  needs: {
    control,
    without: part(variations, 'missing-required'),
    others: optional(part(variations, 'other-value')),
    unknownIds: optional(part(variations, 'unknown-id')),
    probes: optional(probes),
  },
  ask(given) {
    const { operation, without: all } = given
    const unread = succeeds(given) ? falsyBreach(given) : unreadBreach(given)
    if (unread) throw unread
    if (operation.method === 'GET') {
      const shown = all.find(
        ({ taken, exchange }) =>
          taken && exchange.response?.json.ok && !showsNothing(operation, exchange.response.json.value),
      )
      if (shown)
        throw new Breach({
          level: 'MUST',
          expected: `an error or an empty response without ${shown.variation.of}`,
          got: inWords(shown.exchange),
          cause: 'data without it',
          exchanges: [shown.exchange],
        })
      return votesOn(given, all, ({ variation }) => withoutParameter(variation.of))
    }
    return votesOn(given, all, ({ variation }) => likes(operation, variation.of, 'nothing is sent'))
  },
})
