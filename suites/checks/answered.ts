/** Requests that are never answered although the target is there (docs/judgement.md, rule 21). */
import { isTimeout } from '../../fixtures/http/exchange.ts'
import { unanswered } from '../evidence/unanswered.ts'
import { unansweredVariation } from '../evidence/unanswered-variation.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import { check, type Check } from './check.ts'

const goesOn = check({
  id: 'answers/goes-on',
  clause: 'OP-*',
  claim: 'SHOULD answer after any request, and with any optional parameter',
  sends:
    'if a variation gets no response in time: it again with another value, or the valid request, three times; a read of a record that gets none: itself',
  expects: 'a response to one of them, while other requests are answered',
  kills: ['answers/hangs-*'],
  on: unanswered.on,
  needs: { unanswered },
  prove({ unanswered: found }) {
    if (found === null) return
    const { parameter, asked, between, ever } = found
    const exchanges = [...between.slice(0, 1), ...asked, ...between.slice(1)]
    if (!asked.every(isTimeout) || between.some(({ response }) => !response))
      throw new Inconclusive('a request got no response in time', 'a longer --timeout', exchanges)
    throw new Breach({
      expected: 'a response in time',
      got:
        parameter === null
          ? `none to ${asked.length} valid requests${ever ? ' after rejected ones' : ''}; other operations answer`
          : `none to ${asked.length} requests with ${parameter}; without it there is one`,
      cause: ever ? 'no response any more' : 'no response ever',
      exchanges,
    })
  },
})

const invalid = check({
  id: 'answers/invalid',
  clause: 'OP-*',
  claim: 'SHOULD answer an invalid request too',
  sends: 'an invalid request that got no response once more; up to three times more, if the connection was closed',
  expects: 'a response to one of them, while other requests are answered',
  kills: ['answers/drops-*', 'answers/waits-*'],
  on: unansweredVariation.on,
  needs: { found: unansweredVariation },
  prove({ found }) {
    if (found === null) return
    const { asked, what, between } = found
    if (asked.some(({ response }) => response)) return
    const exchanges = [...between.slice(0, 1), ...asked, ...between.slice(1)]
    if (asked.length < 2 || between.some(({ response }) => !response))
      throw new Inconclusive(
        'an invalid request got no response, and nothing shows that the target was there',
        undefined,
        exchanges,
      )
    throw new Breach({
      expected: 'a response',
      got: `none to ${asked.length} requests ${what}; other operations answer`,
      cause: asked.every(isTimeout) ? 'no response in time' : 'no response',
      exchanges,
    })
  },
})

export const answeredChecks: readonly Check[] = [goesOn, invalid]
