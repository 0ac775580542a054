import { objectsIn } from '../../fixtures/payload/find.ts'

/** The texts in a directory listing that look like paths of files, in the order in which they stand. */
export function pathsIn(listing: unknown): readonly string[] {
  const texts = objectsIn(listing).flatMap((object) => Object.values(object))
  const paths = texts.filter(
    (value): value is string => typeof value === 'string' && /^\/?[\w./-]+\/[\w.-]+\.\w{1,6}$/.test(value),
  )
  return [...new Set(paths)]
}
