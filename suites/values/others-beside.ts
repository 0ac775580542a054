/** Records of others that a target lists within a record: those of its project, say. They come and go while it stays as it is. */
import { mentions } from '../../fixtures/payload/find.ts'
import { isObject } from '../../schemas/json-object.ts'
import { identifierField } from '../../schemas/registry.ts'

const identifiers: readonly string[] = Object.values(identifierField)

/** What a record shows, without the records that a list within it shows and that do not name the record itself. */
export function withoutOthers(view: unknown, id: string): unknown {
  if (Array.isArray(view)) {
    const isOther = (item: unknown) =>
      isObject(item) && identifiers.some((field) => typeof item[field] === 'string') && !mentions(item, id)
    return view.filter((item) => !isOther(item)).map((item) => withoutOthers(item, id))
  }
  if (!isObject(view)) return view
  return Object.fromEntries(Object.entries(view).map(([name, value]) => [name, withoutOthers(value, id)]))
}
