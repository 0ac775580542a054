/** What to add to the target file, so that a result that is inconclusive can be decided. */
import { identifierField, isRecordKind } from '../../schemas/registry.ts'
import { expendableNames, identifierNames, type TargetFile } from '../../schemas/target.ts'
import type { Case } from './check.ts'
import { RECORD } from '../claim/finding.ts'

/** Stands for what only the user knows. */
export const BLANK = '…'

/** What the operation needs to succeed, or to be seen; undefined where nothing in a target file would help. */
export function entryFor({ operation, trace, profile }: Case): TargetFile | undefined {
  const { control, record, guesses = [] } = trace
  if (!control?.answer) return undefined
  if (profile.isSuccess(control.answer)) return record && !record.found ? lookupEntry(operation.act.kind) : undefined
  if (guesses.length === 0)
    return operation.body && operation.body.fields.length > 0 ? { sample: { [operation.id]: {} } } : undefined
  const identifiers: Record<string, string> = {}
  const expendable: Record<string, string> = {}
  const sample: Record<string, string> = {}
  for (const name of guesses) {
    const known = inTarget(name)
    const writes = operation.method === 'POST' && !isRecordKind(operation.act.kind)
    if (writes && is(expendableNames, known)) expendable[known] = BLANK
    else if (is(identifierNames, known)) identifiers[known] = BLANK
    else if (!own.includes(name)) sample[name] = BLANK
  }
  if (![identifiers, expendable, sample].some(filled)) return undefined
  return {
    ...(filled(identifiers) ? { identifiers } : {}),
    ...(filled(expendable) ? { expendable } : {}),
    ...(filled(sample) ? { sample: { [operation.id]: sample } } : {}),
  }
}

const inTarget = (name: string): string => (name === 'id' ? 'templateId' : name)

/** Names of a record of the run's own, which is not the user's to name. */
const own: readonly string[] = [...Object.values(identifierField), 'serviceId', 'appName']

/** What would decide what is undecided because the valid request guesses these names; undefined where it guesses none. */
export function supplyFor(guesses: readonly string[]): string | undefined {
  if (guesses.length === 0) return undefined
  const known = guesses.filter((name) => !own.includes(name)).map(inTarget)
  return known.length > 0 ? `in the target file, under identifiers, expendable or sample: ${known.join(', ')}` : RECORD
}

const is = (names: readonly string[], name: string) => names.includes(name)
const filled = (some: object) => Object.keys(some).length > 0

/** Where records of a kind are listed; undefined for what is no record. */
export function lookupEntry(kind: string): TargetFile | undefined {
  return isRecordKind(kind) ? { lookup: { [kind]: { path: BLANK } } } : undefined
}
