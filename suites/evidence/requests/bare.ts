/** Requests that tell whether an operation is there at all (docs/judgement.md, rules 4 and 21). */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { mayEnd } from '../../../schemas/order.ts'
import type { Operation, OperationId } from '../../../schemas/registry.ts'
import type { NegativeControl } from '../negative-control.ts'
import type { Subject } from '../subjects/subject.ts'

/** Who knows what an operation has been answered so far. */
export interface Doubts {
  /** Whether a request without what it must have would tell whether the operation is there. */
  needsBare(id: OperationId): boolean
  /**
   * @param points whether the valid request points at what nobody has
   * @param negative the response to a path of the same group that surely does not exist
   */
  learn(id: OperationId, points: boolean, negative?: Exchange): void
}

/** So many requests in all, where none is answered. */
const TRIES = 3

/** Sends the valid request without what it must have; null where that may not be sent. */
function askBare(
  { method, query, act, effect }: Operation,
  placeholders: readonly string[],
  subject: Pick<Subject, 'send' | 'about'>,
  destructive: boolean,
): Promise<Exchange | null> {
  // A create keeps its name, so that what it makes can be found.
  if (act.verb === 'makes')
    return subject.about('secondary', { body: Object.fromEntries(placeholders.map((name) => [name, undefined])) })
  if (method === 'GET' && effect === 'read')
    return subject.send({ query: Object.fromEntries(query.map(({ name }) => [name, undefined])) })
  return destructive && method === 'POST' ? subject.send({ body: {} }) : Promise.resolve(null)
}

/** Asks once more, as far as that tells whether an operation is there that was answered like one that is not, or not at all. */
export async function askBarely(
  doubts: Doubts,
  operation: Operation,
  {
    control,
    negative,
  }: { readonly control: Exchange | undefined; readonly negative: NegativeControl | null | undefined },
  subject: Pick<Subject, 'send' | 'about' | 'placeholders'>,
  destructive: boolean,
): Promise<readonly Exchange[]> {
  if (!control || mayEnd(operation)) return []
  doubts.learn(operation.id, subject.placeholders.length > 0, negative?.exchange)
  const sent: Exchange[] = []
  if (!control.response && operation.act.verb !== 'makes')
    for (let tries = 1; tries < TRIES; tries++) {
      const again = await subject.send({})
      sent.push(again)
      if (again.response) return sent
    }
  const points = subject.placeholders.length > 0
  const bare =
    points && doubts.needsBare(operation.id)
      ? await askBare(operation, subject.placeholders, subject, destructive)
      : null
  return bare ? [...sent, bare] : sent
}
