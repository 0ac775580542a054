import { objectsIn } from '../../fixtures/payload/find.ts'
import { compare } from './compare.ts'

/** A field of a record that a list shows otherwise than the read by its identifier does. */
export interface Otherwise {
  readonly id: string
  readonly name: string
  /** As the read showed it. */
  readonly one: unknown
  readonly listed: unknown
}

/**
 * The first value that a list contradicts; what a list leaves out contradicts nothing.
 * @param field the identifier field
 * @param shown what `one` showed of the records, by identifier and field
 */
export function listedOtherwise(
  list: unknown,
  field: string,
  shown: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): Otherwise | undefined {
  const objects = objectsIn(list)
  for (const [id, values] of shown) {
    // What lies in a response under the same identifier more than once may be more than one thing.
    const [entry, ...more] = objects.filter((object) => object[field] === id)
    if (!entry || more.length > 0) continue
    for (const [name, one] of values) {
      if (!(name in entry) || typeof one !== 'string') continue
      const listed = entry[name]
      if (['other', 'other type'].includes(compare(name, 'string', one, listed))) return { id, name, one, listed }
    }
  }
  return undefined
}
