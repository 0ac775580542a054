/** What to add to the target file, so that what is undecided can be decided. */
import { identifierField, isRecordKind } from '../../schemas/registry.ts'
import { expendableNames, identifierNames, type TargetFile } from '../../schemas/target.ts'
import { RECORD } from './finding.ts'

/** Stands for what only the user knows. */
export const BLANK = '…'

/** What the target file calls it. */
export const inTarget = (name: string): string => (name === 'id' ? 'templateId' : name)

/** Names of a record of the run's own, which is not the user's to name. */
export const ownNames: readonly string[] = [...Object.values(identifierField), 'serviceId', 'appName']

/** What would decide what is undecided because the valid request fills these names with what nobody has; undefined where it fills none so. */
export function supplyFor(placeholders: readonly string[]): string | undefined {
  if (placeholders.length === 0) return undefined
  const known = placeholders.filter((name) => !ownNames.includes(name)).map(inTarget)
  return known.length > 0 ? `in the target file: ${known.map(placed).join('; ')}` : RECORD
}

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
