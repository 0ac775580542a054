import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Act } from '../../schemas/operation.ts'
import { operations, readsRecord, type Operation } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'

/** The groups whose reads of records have been served before they are asked without the token. */
const servedBefore: ReadonlySet<string> = new Set(operations.filter(readsRecord).map(({ group }) => group))

/** What is about one whole thing: a list of all, the token's own user, the version of the server. */
const isPlain = ({ verb, aspect }: Act): boolean =>
  (verb === 'lists' && aspect === undefined) || (verb === 'reads' && (aspect === 'self' || aspect === 'version'))

/**
 * One read and one write of each group, since a cache stands before many: what may be sent a second time. What is asked follows
 * from the line of each operation alone, so a new operation takes the place of none.
 */
const isAsked = ({ method, effect, act, group }: Operation): boolean =>
  method === 'GET' ? effect === 'read' && isPlain(act) && !servedBefore.has(group) : act.whole === true

/** The cookies that a response sets, as a client sends them back; none where it sets none. */
function cookiesOf({ response }: Exchange): { readonly headers?: Readonly<Record<string, string>> } {
  const set = [response?.headers['set-cookie'] ?? []].flat()
  const pairs = set.map((one) => one.split(';', 1)[0]?.trim() ?? '').filter((pair) => pair.includes('='))
  return pairs.length === 0 ? {} : { headers: { cookie: pairs.join('; ') } }
}

/**
 * The valid request once more without the token: a cache that does not ask for it answers as before. With the cookies that the
 * first response set: where they stand for the token, a session was opened.
 */
export const afterServed = evidence({
  id: 'after-served',
  needs: { subject, control },
  on: isAsked,
  cost: () => 1,
  gather({ subject: tried, control: served, operation, caller }): Promise<Exchange> {
    if (!caller.success(served)) throw new Inconclusive('the authorised request did not succeed', undefined, [served])
    const { query = {}, body } = served.asked ?? {}
    return tried.send({
      credential: 'no-header',
      query,
      ...cookiesOf(served),
      ...(operation.body === null ? {} : { body }),
    })
  },
})
