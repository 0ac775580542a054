import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isRecordKind } from '../../schemas/registry.ts'
import { control } from './control.ts'
import { hostCensus } from './host-census.ts'
import { evidence, optional, whereWanted } from './frame/evidence.ts'
import { allOf } from './frame/gather.ts'
import { lowerCaseRead } from './lower-case.ts'
import { negativeControl } from './negative-control.ts'
import { apart, unusual as requests, WITH_CHARSET, type Variation } from './requests/stimuli.ts'
import { subject } from './subject.ts'
import { listsBefore } from './requests/listings.ts'

/** Unusual, legal requests: whatever they draw, monitors judge its form. */
export const unusual = evidence({
  id: 'unusual',
  needs: { subject, valid: optional(control), lower: whereWanted(lowerCaseRead) },
  // What an action has turned over, the next one turns back.
  after: [control, lowerCaseRead, negativeControl, hostCensus],
  cost(operation, { destructive, target }) {
    const { length } = requests(operation, destructive)
    // What is made is read and deleted again.
    const each = operation.act.verb === 'makes' && isRecordKind(operation.act.kind) ? 3 : 1
    return length * each + listsBefore(operation, target, length)
  },
  async gather({ subject: tried, valid, lower, operation, caller }) {
    // What the valid request has deleted, or never found, is refused whatever is unusual about the request.
    const isServed = valid !== undefined && caller.success(valid) && operation.act.verb !== 'deletes'
    const send = async (variation: Variation): Promise<readonly Exchange[]> => {
      if (lower?.isLong && variation.query) return [lower.exchange]
      const exchange = await tried.send(variation)
      if (!isServed || caller.success(exchange)) return [exchange]
      return [exchange, ...(await allOf(apart(variation).map((one) => tried.send(one))))]
    }
    return (await allOf(requests(operation, caller.destructive).map(send))).flat()
  },
})

/** The request whose body names its charset; where it was refused, the charset alone, white space alone, and the valid request. */
export function labelledIn(sent: readonly Exchange[]): {
  readonly first?: Exchange | undefined
  readonly alone?: Exchange | undefined
  readonly spaced?: Exchange | undefined
  readonly plain?: Exchange | undefined
} {
  const at = sent.findIndex(({ headers }) => headers['content-type'] === WITH_CHARSET)
  const [first, alone, spaced, plain] = at < 0 ? [] : sent.slice(at)
  return alone?.headers['content-type'] === WITH_CHARSET ? { first, alone, spaced, plain } : { first }
}
