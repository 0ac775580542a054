import type { Exchange } from '../../fixtures/http/exchange.ts'
import { drawn } from '../../fixtures/payload/draw.ts'
import { isRecordKind, operations, readsRecord, type Operation } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'

/** What a cache could keep, and what may be sent a second time: what is made would stand there twice. */
const isRepeatable = ({ method, effect, act }: Operation): boolean =>
  method === 'GET' ? effect === 'read' : effect === 'resource' && act.verb !== 'makes' && isRecordKind(act.kind)

/** Reads of the run's records have been served before they are asked without the token. */
const isServedBefore = (operation: Operation) => readsRecord(operation)

/** One read and one write of each group: a cache stands before many. */
const asked: ReadonlySet<Operation> = new Set(
  [...Map.groupBy(operations.filter(isRepeatable), ({ group, method }) => `${method} ${group}`).values()].flatMap(
    (all) => {
      const [first] = all.toSorted((a, b) => drawn(a.id, 'after served') - drawn(b.id, 'after served'))
      return first && !all.some(isServedBefore) ? [first] : []
    },
  ),
)

/** The cookies that an answer sets, as a client sends them back; none where it sets none. */
function cookiesOf({ response }: Exchange): { readonly headers?: Readonly<Record<string, string>> } {
  const set = [response?.headers['set-cookie'] ?? []].flat()
  const pairs = set.map((one) => one.split(';', 1)[0]?.trim() ?? '').filter((pair) => pair.includes('='))
  return pairs.length === 0 ? {} : { headers: { cookie: pairs.join('; ') } }
}

/**
 * The valid request once more without the token: a cache that does not ask for it answers as before. With the cookies that the
 * first answer set: where they stand for the token, a session was opened.
 */
export const afterServed = evidence({
  id: 'after-served',
  needs: { subject, control },
  on: (operation) => asked.has(operation),
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
