/** What to add to the target file, so that what is undecided can be decided. */
import { isTimeout, type Exchange } from '../../fixtures/http/exchange.ts'
import { subjectField } from '../../fixtures/payload/payload.ts'
import { identifierField, isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { TargetFile } from '../../schemas/target.ts'
import { expendableNames, identifierNames } from '../../schemas/target-names.ts'
import { RECORD } from './finding.ts'
import { unlistedIn } from './further.ts'

/** Stands for what only the user knows. */
export const BLANK = '…'

/** What the target file calls it. */
export const inTarget = (name: string): string => (name === 'id' ? 'templateId' : name)

/** Names of a record of the run's own, which is not the user's to name. */
export const ownNames: readonly string[] = [...Object.values(identifierField), 'serviceId', 'appName']

/** What would show a container by the name of its application: no run makes one. */
const CONTAINER = 'a host that has a container of an application'

/**
 * What would decide what is undecided because the valid request fills these names with what nobody has; undefined where it fills
 * none so.
 */
export function supplyFor(placeholders: readonly string[], { act }: Pick<Operation, 'act'>): string | undefined {
  if (placeholders.length === 0) return undefined
  const known = placeholders.filter((name) => !ownNames.includes(name)).map(inTarget)
  if (known.length > 0) return `in the target file: ${known.map(placed).join('; ')}`
  return act.kind === 'container' ? CONTAINER : RECORD
}

/** What the target file has to name, where the valid request lacked it; undefined where all was given. */
export const unlessGiven = (supply: string, placeholders: readonly string[]): string | undefined =>
  placeholders.length > 0 ? supply : undefined

/** The same where it was given, and did not serve: another one is needed. */
export const orAnother = (supply: string, placeholders: readonly string[]): string =>
  unlessGiven(supply, placeholders) ?? `another ${supply}`

/** What would help where a request drew no response; undefined where one came. */
export function unansweredSupply(sent: Exchange): string | undefined {
  if (sent.response) return undefined
  return isTimeout(sent) ? 'a longer --timeout, if the server responds later' : 'the server’s own log: no response came'
}

/** What would let the valid request succeed: in place of what nobody has; of a subject that may be gone by now; or besides. */
export function successSupply(operation: Operation, placeholders: readonly string[], refused?: Exchange): string {
  const silent = refused && unansweredSupply(refused)
  if (silent !== undefined) return silent
  const asked = refused && askedFor(operation, refused)
  if (asked !== undefined) return asked
  const field = expendableNames.find((name) => name === subjectField(operation))
  const missing = supplyFor(placeholders, operation)
  if (missing !== undefined) return missing
  if (field !== undefined && operation.method === 'POST')
    return `another expendable.${field} in the target file, of a ${operation.act.kind} that is there and that the operation may be tried on`
  const { method, query, body } = operation
  const takes = method === 'GET' ? query.length > 0 : body !== null
  return takes
    ? `what ${operation.id} needs besides, as sample["${operation.id}"] in the target file`
    : `what ${operation.id} needs on the host: mend it there, and see the server's own log`
}

/** What a refusal says that the operation needs besides what is listed, for the target file; undefined where it names no field. */
export function askedFor(operation: Operation, refused: Exchange): string | undefined {
  const names = unlistedIn(operation, refused)
  if (names.length === 0) return undefined
  return `${names.join(', ')}, which its refusal names, as sample["${operation.id}"] in the target file`
}

/** Where another run has written to the host, and has not put it back. */
export const ONE_AT_A_TIME = 'one run at a time on a target, or `touchstone cleanup` for a run that was killed'

/** Why nobody can tell what a setting was. */
export const alsoWrittenBy = (otherRun: string): string => `run ${otherRun} of Touchstone writes to the host as well`

/** What would show such records, in the same words for every kind: so results of one cause stand together. */
export const LOOKUP = 'a lookup path in the target file that shows such records'

/** Where the target file takes a name: identifiers knows some alone. */
function placed(name: string): string {
  if (isOneOf(expendableNames, name)) return `${name} under identifiers or expendable`
  return isOneOf(identifierNames, name) ? `${name} under identifiers` : `${name} under sample`
}

const isOneOf = (names: readonly string[], name: string): boolean => names.includes(name)

/** Where records of a kind are listed; undefined for what is no record. */
export function lookupEntry(kind: string): TargetFile | undefined {
  return isRecordKind(kind) ? { lookup: { [kind]: { path: BLANK } } } : undefined
}
