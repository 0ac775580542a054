/** What a server says of valid requests that are under way at one time (docs/judgement.md, rules 15 and 21). */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isCreate } from '../../schemas/registry.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { burst } from '../evidence/burst.ts'
import { control } from '../evidence/control.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { raced } from '../evidence/raced.ts'
import { demandOverlap } from './burst.ts'
import { check, type Check, type Context } from './check.ts'
import { saysItFailed } from '../target/server-failed.ts'

/** What stands between the server and its callers says so where too much is under way. */
const ofGateways: ReadonlySet<number> = new Set([502, 504])

/** How a server says that it has too much to do just now. */
const tooMuch =
  /overload|too (?:many|busy)|(?:server|service) (?:is )?busy|rate.?limit|(?:try|retry) (?:again|later)|capacity|temporar/i

/** Whether the server says by a response that it failed, and not that it has too much to do. */
function failed({ response }: Exchange, { profile }: Context): boolean {
  if (!response || !saysItFailed(response.status) || profile.errorStatuses.has(response.status)) return false
  return !ofGateways.has(response.status) && !('retry-after' in response.headers) && !tooMuch.test(response.text)
}

const answered = check({
  id: 'burst/answered',
  clause: 'OP-*',
  claim: 'SHOULD NOT answer a valid request with a server error because others are under way',
  sends:
    'of a create, valid creates at once with reads among them, and their deletes at once; of an update, two at once among all else that sets fields',
  expects:
    'no status above 499, if the same request alone succeeds; 501 to 504, 507, 511, Retry-After and words of an overload are no breach',
  kills: ['burst/locked-*'],
  on: (operation) => isCreate(operation) || raced.on(operation),
  needs: { control, burst: optional(burst), raced: optional(raced) },
  transient: true,
  prove({ control: alone, burst: many, raced: changes, ...context }) {
    const { operation, profile } = context
    if (!alone.response || !profile.isSuccess(alone.response))
      throw new Inconclusive('the same request alone does not succeed', undefined, [alone])
    const ofMade = many?.made.flatMap(({ reads, deleted }) => [...reads, deleted?.exchange ?? []].flat()) ?? []
    const sent = [
      ...(many ? [...many.creates, ...many.reads.map(({ exchange }) => exchange), ...ofMade] : []),
      ...(changes?.answers.filter((one) => one.operation === operation.id) ?? []),
    ].filter(({ response }) => response !== null)
    if (sent.length < 2) throw new Inconclusive('fewer than two requests at one time got a response')
    const wrong = sent.filter((one) => failed(one, context))
    const [first] = wrong
    if (first)
      throw new Breach({
        expected: 'no server error',
        got: `${wrong.length} in ${sent.length} responses, first to ${first.operation ?? first.path}: ${inWords(first)}`,
        cause: 'a server error',
        exchanges: [alone, ...wrong.slice(0, 2)],
      })
    demandOverlap(sent)
  },
})

export const atOnceChecks: readonly Check[] = [answered]
