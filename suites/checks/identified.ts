/** Containers, nodes and users: each is identified under its stated name in the list of its kind. */
import { isDeepStrictEqual } from 'node:util'
import { objectsIn, spelledLike } from '../../fixtures/payload/find.ts'
import { does, doing } from '../../schemas/registry.ts'
import { control } from '../evidence/control.ts'
import { check, type Check } from './check.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import { successful, valueOfResponse } from './seen.ts'

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The lists of objects in a response, but for those inside of another. */
export function listsIn(value: unknown): readonly (readonly Fields[])[] {
  if (Array.isArray(value)) {
    const items = value.filter(isObject)
    return items.length > 0 ? [items] : []
  }
  return isObject(value) ? Object.values(value).flatMap(listsIn) : []
}

/** The identifier under which a list shows two things that differ. */
const doubled = (items: readonly Fields[], field: string): string | undefined =>
  items
    .map((one) => one[field])
    .find(
      (id, at): id is string =>
        typeof id === 'string' &&
        items.slice(0, at).some((other) => other[field] === id && !isDeepStrictEqual(other, items[at])),
    )

export const identified = (
  id: string,
  clause: string,
  what: 'container' | 'node' | 'user',
  field: string,
  kills: readonly string[],
): Check =>
  check({
    id,
    clause,
    claim: `MUST identify a ${what} by ${field}, a string`,
    sends: `a valid ${doing('lists', what).id}`,
    expects: `each ${what} in the list to have ${field}, not under a name that differs by case, underscore or a letter; no ${field} under which two differ; the engine’s own id is a note`,
    kills,
    on: does('lists', what),
    needs: { control },
    prove({ control: sent, ...context }) {
      const supply = `a host that has a ${what}, and shows its ${field}`
      successful(sent, context, supply)
      const value = valueOfResponse(context, sent)
      const [items, ...more] = listsIn(value)
      const [first] = items ?? []
      if (!first) throw new Inconclusive({ text: `no ${what} is listed`, cause: 'none is listed' }, supply, [sent])
      const named = objectsIn(value).filter((object) => field in object)
      const odd = named.find((object) => typeof object[field] !== 'string')
      if (odd)
        throw new Breach({
          expected: `${field} to be a string`,
          got: JSON.stringify(odd[field]),
          cause: 'another type',
          exchanges: [sent],
        })
      // Of a user several memberships may be listed.
      const twice = what === 'user' ? undefined : doubled(items ?? [], field)
      if (twice !== undefined)
        throw new Breach({
          level: 'SHOULD',
          expected: `each ${what} to have a ${field} of its own`,
          got: `two that differ under the ${field} ${twice}`,
          cause: 'one identifier for two',
          exchanges: [sent],
        })
      if (named.length > 0) return
      if (more.length > 0)
        throw new Inconclusive(
          { text: `several lists are shown, and ${field} in none of them`, cause: 'several lists are shown' },
          undefined,
          [sent],
        )
      const [other] = spelledLike(first, field)
      if (other !== undefined)
        throw new Breach({
          expected: `the name ${field}`,
          got: `the name ${other}`,
          cause: 'another name',
          exchanges: [sent],
        })
      // What a list shows is not stated: it may well be the engine's own, handed on as it is.
      const own = Object.keys(first).find((name) => name.toLowerCase() === 'id')
      if (own !== undefined)
        throw new Breach({
          level: 'MAY',
          expected: `the name ${field}`,
          got: `the name ${own}`,
          cause: 'another name',
          exchanges: [sent],
        })
      throw new Inconclusive(
        { text: `a ${what} is listed, and nothing like ${field} is shown of it`, cause: 'no such field is shown' },
        undefined,
        [sent],
      )
    },
  })
