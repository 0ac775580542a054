/** The entries of the target file that would decide inconclusive results, as one that can be pasted. */
import { isObject, type JsonObject } from '../../schemas/json-object.ts'
import type { Result } from '../../schemas/report.ts'
import type { TargetFile } from '../../schemas/target.ts'

/** Both, whole; where both have a value, the first stays. */
function merged(one: JsonObject, other: JsonObject): JsonObject {
  const both = Object.entries(other).map(([key, value]) => {
    const own = one[key]
    return [key, isObject(own) && isObject(value) ? merged(own, value) : (own ?? value)] as const
  })
  return { ...one, ...Object.fromEntries(both) }
}

export interface Entries {
  /** How many results they are about. */
  readonly count: number
  /** null where there is nothing to add. */
  readonly file: TargetFile | null
}

export function entriesOf(results: readonly Result[]): Entries {
  const entries = results.flatMap(({ verdict, entry }) => (verdict === 'inconclusive' && entry ? [entry] : []))
  // Merging parts of target files gives a part of a target file.
  const file = entries.reduce<JsonObject>(merged, {}) as TargetFile
  return { count: entries.length, file: entries.length === 0 ? null : file }
}
