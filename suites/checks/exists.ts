/** The operation is there, told from a path that is not. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { check, type Check } from './check.ts'
import { askedByGet } from '../evidence/asked-by-get.ts'
import { control } from '../evidence/control.ts'
import { negativeControl, type NegativeControl } from '../evidence/negative-control.ts'
import { inWords as pathsInWords } from '../scene/snapshot.ts'
import { supplyFor, unansweredSupply } from '../claim/supply.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { fingerprint, ofWrongMethod, sameFingerprint, sameSort } from '../target/profile.ts'
import { template } from '../target/template.ts'

const text = (exchange: Exchange) => exchange.response?.text.trim() ?? ''

/** Whether the response says of this path what the negative control's says of a path that surely does not exist. */
function likeIt(control: Exchange, negative: NegativeControl): boolean {
  if (!negative.exchange.response || !control.response) return false
  if (negative.exchange.response.status !== control.response.status) return false
  return template(text(negative.exchange), negative.exchange) === template(text(control), control)
}

const exists = check({
  id: 'exists/operation',
  clause: 'OP-*',
  claim: 'MUST offer the operation under its method and path',
  sends: 'the valid request with the right token; if it gets an error, the same to a path that does not exist',
  expects: 'a response that differs from the one to an unknown path, or to a wrong method',
  kills: ['exists/*'],
  on: () => true,
  needs: { control, negativeControl },
  prove({ operation, control, negativeControl: negative, profile, placeholders }) {
    if (!control.response)
      throw new Inconclusive(
        { text: `no response came: ${control.failure ?? 'unknown'}`, cause: 'no response came' },
        unansweredSupply(control),
        [control],
      )
    const own = fingerprint(control)
    const unknownPath = profile.unknownPaths.find((one) => sameFingerprint(one, own))
    if (profile.isSuccess(control.response)) {
      if (!unknownPath) return
      throw new Inconclusive(
        'this target answers every path like this, so nothing shows whether the operation exists',
        undefined,
        [control],
      )
    }
    const alikeNow = negative !== null && likeIt(control, negative)
    if (alikeNow && !profile.unknownPaths.some((one) => sameSort(one, fingerprint(negative.exchange))))
      throw new Inconclusive(
        'this target answers an unknown path differently than before: it may be busy, down or locking out',
        undefined,
        [control, negative.exchange],
      )
    const like: readonly (readonly [string, boolean])[] = [
      ['a path that does not exist', unknownPath !== undefined || alikeNow],
      ['a method that is not offered', profile.wrongMethods.some((one) => ofWrongMethod(one, own))],
    ]
    const [alike] = like.find(([, is]) => is) ?? []
    if (alike === undefined) {
      const { status } = control.response
      if ((status < 300 || status >= 400) && !gone.has(status)) return
      throw new Inconclusive(
        {
          text: `${status} says that it is elsewhere or not there, unlike other paths that do not exist`,
          cause: 'it may be elsewhere or not there',
        },
        undefined,
        [control],
      )
    }
    const exchanges = negative ? [control, negative.exchange] : [control]
    if (profile.isRefusal(control) || profile.hidesUnknownIds)
      throw new Inconclusive(
        {
          text: `it is answered like ${alike}, which is also how this target speaks of unknown identifiers or missing rights`,
          cause: 'it is answered like unknown identifiers or missing rights',
        },
        'identifiers in the target file with which the operation succeeds, or a token with more rights',
        exchanges,
      )
    if (placeholders.length > 0)
      throw new Inconclusive(
        {
          text: `it is answered like ${alike}, but the request names what the target does not have (${placeholders.join(', ')})`,
          cause: 'the request names what the target does not have',
        },
        supplyFor(placeholders, operation),
        exchanges,
      )
    throw missing(control, alike, exchanges)
  },
})

/** Method not allowed, gone, not implemented. */
const gone: ReadonlySet<number> = new Set([405, 410, 501])

const missing = (control: Exchange, alike: string, exchanges: readonly Exchange[] = [control]) =>
  new Breach({ expected: 'the operation to be there', got: `the response to ${alike}: ${inWords(control)}`, exchanges })

const otherMethod = check({
  id: 'exists/other-method',
  clause: 'OP-*',
  claim: 'MAY leave a write undone that a GET asks for',
  sends: 'the write as a GET with the right token, its fields in the query and in the body; a read before and after',
  expects: 'nothing changed; links, crawlers and caches send a GET without asking',
  kills: ['habits/any-method'],
  on: (operation) => askedByGet.on(operation),
  needs: { askedByGet },
  prove({ askedByGet: { exchange, paths, exchanges } }) {
    if (paths.length > 0)
      throw new Breach({
        expected: 'a GET to change nothing',
        got: `a read that shows ${pathsInWords(paths)} changed after it was answered with ${inWords(exchange)}`,
        cause: 'a GET is carried out',
        exchanges,
        change: true,
      })
    if (!exchange.response) throw new Inconclusive('the GET got no response', undefined, [exchange])
  },
})

export const existsChecks: readonly Check[] = [exists, otherMethod]
