/** What a target has shown before opens nothing: neither the text of a record, nor that the same was served just now. */
import { Breach, Inconclusive, inWords } from '../claim/finding.ts'
import { afterServed } from '../evidence/after-served.ts'
import { control } from '../evidence/control.ts'
import { shownToken } from '../evidence/shown-token.ts'
import { check, type Check } from './check.ts'
import { refused } from './refusal.ts'

const servedBefore = check({
  id: 'auth/after-served',
  clause: 'AUTH-1',
  claim: 'MUST reject a request without the Authorization header after serving the same one with it',
  sends:
    'the valid request, and the same one without the Authorization header, but with the cookies that its response set',
  expects: 'the rejection of the second, with nothing of what the first was answered',
  kills: ['auth/cached-*', 'auth/session-*'],
  on: (operation) => afterServed.on(operation),
  needs: { afterServed, control },
  prove({ afterServed: exchange, control: authorised, ...context }) {
    const cookies = exchange.headers['cookie'] === undefined ? '' : ', with the cookies that its response set'
    const carries = `no Authorization header, after the same request with the right token${cookies}`
    refused(exchange, authorised, context, { credential: 'no-header', carries, noted: undefined })
  },
})

const shownAsToken = check({
  id: 'auth/shown-token',
  clause: 'AUTH-2',
  claim: 'MUST reject an identifier, a name or a secret of a record in place of the token',
  sends: 'a read with the right token; the same read with what it shows of a record in place of the token',
  expects: 'the rejection of the second',
  kills: ['auth/shown-*'],
  on: (operation) => shownToken.on(operation),
  needs: { shownToken },
  prove({ shownToken: { field, exchange }, profile }) {
    if (!exchange.response) throw new Inconclusive('no whole response came', undefined, [exchange])
    if (profile.isSuccess(exchange.response))
      throw new Breach({
        // How a token is obtained is not stated: what is called one may be meant as one.
        ...(/token/i.test(field) ? { level: 'SHOULD' as const } : {}),
        expected: `the rejection of a request with a ${field} in place of the token`,
        got: `let in with the ${field} that the target shows: ${inWords(exchange)}`,
        cause: 'served',
        exchanges: [exchange],
      })
    if (!profile.isRefusal(exchange))
      throw new Inconclusive('the response is neither a success nor a refusal of bad credentials', undefined, [
        exchange,
      ])
  },
})

export const servedBeforeChecks: readonly Check[] = [servedBefore, shownAsToken]
