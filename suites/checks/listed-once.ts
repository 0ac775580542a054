/** Lists of what a run can't make: whoever is there stands in them once (docs/judgement.md, rules 6 and 18). */
import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject } from '../../schemas/json-object.ts'
import { isRecordKind } from '../../schemas/registry.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import { control } from '../evidence/control.ts'
import { brief } from '../values/difference.ts'
import { check, type Check } from './check.ts'
import { listsIn, successful, valueOfResponse } from './seen.ts'

/** Whether an entry says which one it is: of two containers, an image and a state may be all that is shown. */
const isNamed = (entry: JsonObject) => Object.keys(entry).some((field) => /(?:id|name|email|key|host)s?$/i.test(field))

const once = check({
  id: 'lists/once',
  clause: 'NAME-5',
  claim: 'SHOULD list whatever is there once',
  sends: 'the valid request',
  expects: 'no two entries of a list that are alike in every field',
  kills: ['lists/*'],
  on: ({ act }) => act.verb === 'lists' && act.aspect === undefined && !isRecordKind(act.kind),
  needs: { control },
  prove({ control: sent, ...context }) {
    successful(sent, context)
    const lists = listsIn(valueOfResponse(context, sent)).map((list) => list.filter(isObject).filter(isNamed))
    if (!lists.some((entries) => entries.length > 0))
      throw new Inconclusive('no entry with a name or an identifier is listed', undefined, [sent])
    for (const entries of lists) {
      // Of one user several memberships may be listed, and of one image several containers: these differ.
      const twice = entries.find((one, at) => entries.slice(0, at).some((earlier) => isDeepStrictEqual(earlier, one)))
      if (twice)
        throw new Breach({
          expected: 'each entry once',
          got: `one of ${entries.length} entries twice: ${brief(twice)}`,
          cause: 'twice in one list',
          exchanges: [sent],
        })
    }
  },
})

export const listedOnceChecks: readonly Check[] = [once]
