/** Lists of what a run can't make: whoever is there stands in them once (docs/judgement.md, rules 6 and 18). */
import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject } from '../../schemas/json-object.ts'
import { findOperation, isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Monitor, Watched } from '../checks/check.ts'
import { listsIn, valueOfResponse } from '../checks/seen.ts'
import { control } from '../evidence/control.ts'
import { brief } from '../values/difference.ts'

/**
 * Whether an entry says which one it is: of two containers, an image and a state may be all that is shown, and one address may
 * have been invited twice.
 */
const isNamed = (entry: JsonObject) => Object.keys(entry).some((field) => /(?:id|name|key|host)s?$/i.test(field))

const listsAll = ({ act }: Operation): boolean =>
  act.verb === 'lists' && (act.aspect === undefined || act.kind === 'container') && !isRecordKind(act.kind)

const once: Monitor = {
  id: 'lists/once',
  clause: 'NAME-5',
  claim: 'SHOULD list whatever is there once',
  sends: 'nothing of its own: all lists of the run are looked at, also those after a change',
  expects: 'no two entries of a list that are alike in every field',
  kills: ['lists/*'],
  needs: { control },
  on: listsAll,
  watch(_response, { profile, exchange }): Watched {
    const operation = findOperation(exchange.operation ?? '')
    if (!operation || !listsAll(operation)) return 'off'
    const value = valueOfResponse({ profile }, exchange)
    const lists = listsIn(value).map((list) => list.filter(isObject).filter(isNamed))
    if (!lists.some((entries) => entries.length > 0)) return 'off'
    for (const entries of lists) {
      // Of one user several memberships may be listed, and of one image several containers: these differ.
      const twice = entries.find((one, at) => entries.slice(0, at).some((earlier) => isDeepStrictEqual(earlier, one)))
      if (twice)
        return {
          expected: 'each entry once',
          got: `one of ${entries.length} entries twice: ${brief(twice)}`,
          cause: 'twice in one list',
        }
    }
    return 'held'
  },
}

export const listMonitors: readonly Monitor[] = [once]
