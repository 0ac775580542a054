/** What to add to the target file, so that a result that is inconclusive can be decided. */
import { isCreate, isRecordKind } from '../../schemas/registry.ts'
import type { Result } from '../../schemas/report.ts'
import type { TargetFile } from '../../schemas/target.ts'
import { expendableNames, identifierNames } from '../../schemas/target-names.ts'
import type { TestCase } from '../checks/check.ts'
import { BLANK, inTarget, lookupEntry, ownNames } from '../claim/supply.ts'
import { unlistedIn } from '../claim/further.ts'
import { control } from '../evidence/control.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { made } from '../evidence/made.ts'

/** Says of what is inconclusive what of a target file would decide it. */
export function withEntry<T extends Pick<Result, 'verdict' | 'entry' | 'supply'>>(found: T, testCase: TestCase): T {
  if (found.verdict !== 'inconclusive' || found.entry) return found
  const entry = entryFor(testCase)
  if (!entry) return found
  const { supply } = entry.limits && testCase.lockOut ? testCase.lockOut : found
  return { ...found, ...(supply === undefined ? {} : { supply }), entry }
}

/** What the operation needs to succeed, or to be seen; undefined where nothing in a target file would help. */
function entryFor({ operation, profile, placeholders, gathered, lockOut }: TestCase): TargetFile | undefined {
  const sent = optional(control).from(gathered)
  if (!sent?.response) return undefined
  // Whatever else the operation may need: it was refused for the token.
  if (lockOut && (profile.isRefusal(sent) || sent.response.status === 429)) return lockOut.entry
  if (profile.isSuccess(sent.response)) {
    const unmade = isCreate(operation) && optional(made).from(gathered)?.record === null
    return unmade ? lookupEntry(operation.act.kind) : undefined
  }
  const named = Object.fromEntries(unlistedIn(operation, sent).map((name) => [name, BLANK]))
  if (placeholders.length === 0 || filled(named))
    return operation.body && (operation.body.fields.length > 0 || filled(named))
      ? { sample: { [operation.id]: named } }
      : undefined
  const identifiers: Record<string, string> = {}
  const expendable: Record<string, string> = {}
  const sample: Record<string, string> = {}
  for (const name of placeholders) {
    const known = inTarget(name)
    const writes = operation.method === 'POST' && !isRecordKind(operation.act.kind)
    if (writes && is(expendableNames, known)) expendable[known] = BLANK
    else if (is(identifierNames, known)) identifiers[known] = BLANK
    else if (!ownNames.includes(name)) sample[name] = BLANK
  }
  if (![identifiers, expendable, sample].some(filled)) return undefined
  return {
    ...(filled(identifiers) ? { identifiers } : {}),
    ...(filled(expendable) ? { expendable } : {}),
    ...(filled(sample) ? { sample: { [operation.id]: sample } } : {}),
  }
}

const is = (names: readonly string[], name: string) => names.includes(name)
const filled = (some: object) => Object.keys(some).length > 0
