import { distance } from 'fastest-levenshtein'
import { objectsIn } from '../../fixtures/payload/find.ts'

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Whether two different names differ by case, by underscores or hyphens, or by one letter. */
const alike = (one: string, other: string): boolean =>
  one !== other && (bare(one) === bare(other) || distance(bare(one), bare(other)) === 1)

/** Names in a JSON value that are spelt almost like this one. */
export function spelledLike(value: unknown, name: string): readonly string[] {
  return [...new Set(objectsIn(value).flatMap((object) => Object.keys(object).filter((key) => alike(key, name))))]
}
