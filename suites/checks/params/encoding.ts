import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { control } from '../../evidence/control.ts'
import { optional, outcome, part } from '../../evidence/frame/evidence.ts'
import { variations } from '../../evidence/variations.ts'
import type { Tried } from '../../evidence/variations/variation.ts'
import { check, type Context } from '../check.ts'
import { Breach, inWords, Inconclusive, isMissing } from '../../claim/finding.ts'
import { saysNotNow } from '../../target/not-now.ts'
import { shows } from '../../target/profile.ts'
import { isEmpty, sentQuery, succeeds, textOfFile, undecided } from './asked.ts'

/** The parameters whose values the response to the valid request shows. */
const shownBy = (control: Exchange): readonly string[] =>
  [...sentQuery(control)].filter(([, value]) => shows(control, value)).map(([name]) => name)

/** The value that was encoded, once or twice: where nothing is known to be there, each request has one of its own. */
const plain = (exchange: Exchange, name: string, twice: boolean): string => {
  const value = sentQuery(exchange).get(name) ?? ''
  return twice ? decodeURIComponent(value) : value
}

/** Whether a file is shown under its name with escapes in it, which is the name of no file: all other names show another text. */
function isOneFile(
  { operation: { act }, profile }: Pick<Context, 'operation' | 'profile'>,
  known: Exchange,
  twice: Tried | undefined,
  unknown: readonly Tried[],
): boolean {
  const text = act.kind === 'proxy-file' ? textOfFile(known, profile) : undefined
  if (text === undefined || unknown.length === 0) return false
  return (
    twice?.taken === true &&
    textOfFile(twice.exchange, profile) === text &&
    unknown.every((one) => textOfFile(one.exchange, profile) !== text)
  )
}

export const encoding = check({
  id: 'params/encoding',
  clause: 'QUERY-1',
  claim: 'MUST decode a query parameter exactly once',
  sends:
    'the valid request with every parameter character percent-encoded once, and once more; where no file is found, its path with slashes as they are',
  expects: 'the valid request’s response to the first, and not its record to the second (a warning)',
  kills: [
    'params/encoding-not-read',
    'params/encoding-read-twice',
    'files/path-decoded-twice',
    'files/path-not-decoded',
  ],
  on: ({ method, effect, query }) => method === 'GET' && effect === 'read' && query.some(({ required }) => required),
  needs: {
    control,
    encoded: outcome(part(variations, 'encoding')),
    unknown: optional(part(variations, 'unknown-id')),
  },
  prove({ encoded, unknown: unknownIds = [], ...given }) {
    const { control: sent } = given
    const bare = isMissing(encoded) ? undefined : encoded.find(({ variation }) => variation.kind === 'bare')
    if (bare?.taken)
      throw new Breach({
        expected: 'the same response as to the path whose slashes are not encoded',
        got: inWords(sent),
        cause: 'not decoded',
        exchanges: [bare.exchange, sent],
      })
    if (!succeeds(given)) throw undecided(given)
    if (isMissing(encoded)) throw encoded
    const once = encoded.find(({ variation }) => variation.kind === 'percent')
    const twice = encoded.find(({ variation }) => variation.kind === 'twice')
    if (!once) throw new Inconclusive('the encoded request got no response')
    const { isSuccess } = given.profile
    const seen = shownBy(sent)
    // Whatever it was taken for, nothing was found: a read of another value answers the same.
    const nothing = sent.response?.json.ok && isEmpty(sent.response.json.value) && unknownIds.some(({ taken }) => taken)
    const same = (exchange: Exchange, again = false) =>
      exchange.response !== null &&
      isSuccess(exchange.response) &&
      seen.every((name) => shows(exchange, plain(exchange, name, again)))
    if (!same(once.exchange)) {
      if (once.again && same(once.again))
        throw new Inconclusive('the encoded request was refused once, and succeeded once')
      if ([once.exchange, once.again ?? []].flat().some(saysNotNow))
        throw new Inconclusive('the encoded request was answered that it is not the time', undefined, [once.exchange])
      throw new Breach({
        expected: 'the same response as to unencoded parameters',
        got: inWords(once.exchange),
        cause: 'encoded once',
        exchanges: [sent, once.exchange, once.again ?? []].flat(),
      })
    }
    if (nothing)
      throw new Inconclusive(
        'the response is empty, so nothing shows which value was read',
        'in identifiers, something that this read shows',
        [sent],
      )
    const isRead =
      seen.length > 0 ? twice?.taken && same(twice.exchange, true) : isOneFile(given, sent, twice, unknownIds)
    if (twice && isRead === true)
      throw new Breach({
        level: 'SHOULD',
        expected: 'another value to be read from what is encoded twice',
        got: `the same record: ${inWords(twice.exchange)}`,
        cause: 'encoded twice',
        exchanges: [sent, twice.exchange],
      })
  },
})
