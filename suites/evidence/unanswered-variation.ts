import { isTimeout, type Exchange } from '../../fixtures/http/exchange.ts'
import { doing, type Operation } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { control } from './control.ts'
import { evidence, optional, part } from './frame/evidence.ts'
import { subject } from './subject.ts'
import { variations } from './variations.ts'
import { sparing, type Part, type Tried } from './variations/variation.ts'

/** A variation of the valid request that was sent several times. */
export interface UnansweredVariation {
  readonly asked: readonly Exchange[]
  readonly what: string
  /** Requests before, in between and after, which show that the target is there. */
  readonly between: readonly Exchange[]
}

/** So often it is sent before it counts as one that draws no response: a network may reset a connection, and time is dear. */
const TRIES = { reset: 4, timeout: 2 } as const

/** What is wrong in them is in a request that any server can read: no malformed address, no value that a query can't hold. */
const readable: ReadonlySet<Part> = new Set([
  'missing-required',
  'wrong-type',
  'not-an-object',
  'empty-body',
  'unknown-id',
])

/** What asks others may wait for them; what ends a process, or mails, is not sent again. */
const isPrompt = (operation: Operation): boolean =>
  operation.act.reaches === undefined &&
  !sparing(operation) &&
  (operation.query.some(({ required }) => required) || (operation.body?.fields.length ?? 0) > 0)

const inWords = ({ variation: { family, of, kind } }: Tried): string =>
  family === 'missing-required'
    ? `without ${of}`
    : family === 'unknown-id'
      ? `with an unknown ${of}`
      : kind === undefined
        ? `with ${of} altered`
        : `with ${of} altered: ${kind}`

/** Whether a variation of an answered request is ever answered. null: each was. */
export const unansweredVariation = evidence({
  id: 'unanswered-variation',
  needs: { subject, control, provoked: optional(part(variations, 'provoke')), sent: optional(variations) },
  on: isPrompt,
  // The plan counts what is sent while nothing fails.
  cost: () => 0,
  async gather({ subject: tried, control: valid, sent, caller }): Promise<UnansweredVariation | null> {
    if (!valid.response) throw new Inconclusive('the valid request got no response', undefined, [valid])
    if (!sent || sent.tried.length === 0) throw new Inconclusive('nothing but the valid request was sent')
    const silent = sent.tried.find(({ variation, exchange }) => !exchange.response && readable.has(variation.family))
    if (!silent) return null
    const { about, call } = silent.variation
    const health = () => caller.call({ operation: doing('reads', 'host', 'health') })
    const asked = [silent.exchange]
    const between = [await health()]
    const most = isTimeout(silent.exchange) ? TRIES.timeout : TRIES.reset
    while (asked.length < most && asked.every(({ response }) => !response)) {
      const again = await tried.about(about, call)
      if (!again) break
      asked.push(again)
      between.push(await health())
    }
    return { asked, what: inWords(silent), between }
  },
})
