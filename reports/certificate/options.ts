/** Reads the options that a report shows, which are data without a type. */
import { isObject, type JsonObject } from '../../schemas/json-object.ts'
import type { KnownFailure } from '../../schemas/target.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

/** The patterns under this name; none where there are none. */
export function patterns(options: JsonObject, name: string): readonly string[] {
  const value = options[name]
  return Array.isArray(value) ? value.filter(isText) : []
}

export function targetOptions({ target }: JsonObject): JsonObject {
  return isObject(target) ? target : {}
}

export function knownIn({ known }: JsonObject): readonly Pick<KnownFailure, 'id' | 'why' | 'until'>[] {
  const entries = Array.isArray(known) ? known.filter(isObject) : []
  return entries.flatMap(({ id, why, until }) =>
    isText(id) && isText(why) ? [{ id, why, ...(isText(until) ? { until } : {}) }] : [],
  )
}

export function shardIn({ shard }: JsonObject): { readonly index: number; readonly count: number } {
  const { index, count } = isObject(shard) ? shard : {}
  return { index: typeof index === 'number' ? index : 1, count: typeof count === 'number' ? count : 1 }
}

/** The options without what says nothing of the run: paths of the machine that ran it, and what stands elsewhere. */
export function configurationIn(options: JsonObject): JsonObject {
  const { out: _out, merged: _merged, shard: _shard, ...rest } = options
  return rest
}
