import { isTimeout, type Exchange } from '../../fixtures/http/exchange.ts'
import { doing, isRecordKind, type Operation } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { control } from './control.ts'
import { evidence, optional, part } from './frame/evidence.ts'
import { subject } from './subject.ts'
import { variations } from './variations.ts'

/** What an operation was asked again that had let a variation of its valid request wait. */
export interface Unanswered {
  /** The optional parameter with which it was asked; null: the request that is not answered any more is the valid one. */
  readonly parameter: string | null
  /** Requests that should be answered. */
  readonly asked: readonly Exchange[]
  /** Whether the valid request was ever answered. */
  readonly ever: boolean
  /** Requests in between, which show that the target is there. */
  readonly between: readonly Exchange[]
}

/** So often a request is sent before it counts as one that is never answered. */
const TRIES = 3

/** Reads with optional parameters, and what works on the run's own records alone: nothing else on the host is waited for. */
const isPrompt = ({ act, effect, query, method }: Operation): boolean =>
  effect === 'read'
    ? query.length > 0 && (isRecordKind(act.kind) || query.some(({ required }) => !required))
    : effect === 'resource' && method === 'POST' && isRecordKind(act.kind) && act.verb === 'changes'

/** Reads of the run's own records that ask nobody else: no reasonable server takes so long to show what it keeps. */
const isOwnRead = ({ act, effect }: Operation): boolean =>
  effect === 'read' && isRecordKind(act.kind) && act.reaches === undefined && act.aspect !== 'monitoring'

/**
 * If a variation of an answered request ran out of time: whether that parameter, or any request since, is ever answered.
 * Of a read of the run's own records also whether it is ever answered at all. null: every variation was answered.
 */
export const unanswered = evidence({
  id: 'unanswered',
  needs: { subject, control, provoked: optional(part(variations, 'provoke')), sent: optional(variations) },
  on: isPrompt,
  // The plan counts what is sent while nothing fails.
  cost: () => 0,
  async gather({ subject: tried, control: valid, sent, caller, operation }): Promise<Unanswered | null> {
    const health = doing('reads', 'host', 'health')
    /** The valid request until it is answered, and another operation each time. */
    const askAgain = async (asked: Exchange[]): Promise<Unanswered> => {
      const between: Exchange[] = []
      while (asked.length < TRIES && asked.every(isTimeout)) {
        asked.push(await tried.send({}))
        between.push(await caller.call({ operation: health }))
      }
      return { parameter: null, asked, between, ever: valid.response !== null }
    }
    if (isTimeout(valid) && isOwnRead(operation) && tried.placeholders.length === 0) return askAgain([valid])
    if (!valid.response) throw new Inconclusive('the valid request got no response', undefined, [valid])
    if (!sent || sent.tried.length === 0) throw new Inconclusive('nothing but the valid request was sent')
    const hung = sent.tried.filter(({ exchange }) => isTimeout(exchange))
    if (hung.length === 0) return null
    const [filled] = hung.filter(({ variation }) => variation.call.filled !== undefined)
    const parameter = filled?.variation.call.filled ?? null
    if (filled && parameter !== null) {
      // What a known one names may be away; what nobody has is waited for by no reasonable server.
      const unknown = await tried.send({ query: { [parameter]: caller.values.unknownId() } })
      const between = [valid, await tried.send({})]
      return {
        parameter,
        asked: [filled.exchange, unknown, await tried.send({ filled: parameter })],
        between,
        ever: true,
      }
    }
    return askAgain([])
  },
})
