/** Invitations: each token is that of one, and shows whom it invites. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { mentions, objectBearing, valueOf } from '../../fixtures/payload/find.ts'
import { does } from '../../schemas/registry.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { control } from '../evidence/control.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { invitations } from '../evidence/invitations.ts'
import { probes } from '../evidence/probes.ts'
import type { Probe } from '../evidence/probes/probe.ts'
import { brief } from '../values/difference.ts'
import { PAGE, saysPage } from '../values/page.ts'
import { mayAnswerSoon } from '../target/not-now.ts'
import { saysUnknown } from '../target/profile.ts'
import { check, type Context } from './check.ts'
import { showsInvitation, shownInstead } from './invited.ts'
import { listsIn } from './identified.ts'
import { successful, valueOfResponse } from './seen.ts'

/** The breach where two that were invited are two users with one authId. */
function sharedAuth(invited: readonly Probe[], context: Context): Breach | undefined {
  const seen = invited.flatMap((probe) => {
    const user = objectBearing(valueOfResponse(context, probe.exchange), probe.of) ?? {}
    const { userId, authId } = user
    return typeof userId === 'string' && typeof authId === 'string' && authId !== ''
      ? [{ ...probe, userId, authId }]
      : []
  })
  for (const one of seen)
    for (const other of seen)
      if (one.of !== other.of && one.userId !== other.userId && one.authId === other.authId)
        return new Breach({
          expected: `an authId of its own for each of ${one.of} and ${other.of}`,
          got: `the authId ${one.authId} for both`,
          cause: 'one authId for two',
          exchanges: [one.exchange, other.exchange],
        })
  return undefined
}

/** The breach where the tokens of several invitations show one address, which is that of none of them. */
function sharedAddress(all: readonly Probe[], context: Context): Breach | undefined {
  const shown = all.map(({ of, exchange }) => {
    const value = valueOfResponse(context, exchange)
    const address = valueOf(value, 'email')
    return { exchange, isOwn: mentions(value, of), address: typeof address === 'string' ? address : '' }
  })
  const [first, ...others] = shown
  const isOne = others.length > 0 && shown.every(({ isOwn, address }) => !isOwn && address === first?.address)
  if (!first?.address.includes('@') || !isOne) return undefined
  return new Breach({
    expected: 'for each token the address that was invited',
    got: `the address ${first.address} for all ${shown.length}`,
    cause: 'one address for all',
    exchanges: shown.map(({ exchange }) => exchange),
  })
}

/** Whether a list of users, too short for a page, shows whom the run invited first and not whom it invited next, who is invited still. */
function lacks(reads: readonly Probe[], first: string, next: string, context: Context): boolean {
  const list = reads.find(({ ask }) => ask === 'list')
  const value = list && valueOfResponse(context, list.exchange)
  const isKnown = reads.some(
    ({ ask, of, exchange }) => ask === 'one' && of === next && mentions(valueOfResponse(context, exchange), next),
  )
  if (!list) return false
  const { length } = listsIn(value)[0] ?? []
  return (
    isKnown && length < PAGE && !saysPage(list.exchange, length) && mentions(value, first) && !mentions(value, next)
  )
}

export const invitation = check({
  id: 'people/invitation',
  clause: 'AUTH-4',
  claim: 'SHOULD show the invitation that belongs to a token, and no other',
  sends:
    'the token that createUserInvitation returned, that token without its end and in the other case, and an unknown one; a second invitation, of an address with a plus sign, and a third; their tokens, that of the last twice if the first gets an error, and user.all',
  expects:
    'the invited e-mail address for each token, and none for the others; no token twice; two users of two authIds, if users are shown; the second in a list that has the first; the same response to a token that is read twice',
  kills: ['people/any-invitation', 'people/no-invitation', 'people/invitation-*', 'people/invited-*'],
  on: does('reads', 'invitation'),
  needs: { control, probes, invitations: optional(invitations) },
  prove({ control: sent, probes: first, invitations: later = [], ...context }) {
    const reads = [...first, ...later]
    const supply = `sample {"${context.operation.id}": {"token": …}} in the target file, with the token of an invitation`
    const { of: email = '', exchange: asked } = reads.find(({ ask }) => ask === 'one') ?? {}
    if (context.placeholders.includes('token'))
      throw new Inconclusive(
        'no invitation token is known: no invitation was created, or its response shows no token',
        supply,
        [sent],
      )
    const isServed = ({ response }: Exchange) => response !== null && context.profile.isSuccess(response)
    if (email !== '' && asked?.response && !isServed(asked)) {
      // A new invitation may end those before it, and other requests may have made one in between.
      const next = later.find(({ ask, of, exchange }) => ask === 'one' && of !== email && isServed(exchange))?.exchange
      const again = later.find(({ ask }) => ask === 'again')?.exchange
      if (next && again && saysUnknown(again, context.profile))
        throw new Breach({
          expected: 'an invitation that was read to be there still',
          got: `a second read of it: ${inWords(again)}`,
          cause: 'used up by a read',
          exchanges: [next, again],
        })
      if (next) throw new Inconclusive('an invitation is not shown, and a later one is', supply, [asked, next])
      if (mayAnswerSoon(asked, context.profile))
        throw new Inconclusive('the read of an invitation was answered that it is not the time', undefined, [asked])
      throw new Breach({
        expected: `the invitation of ${email}`,
        got: inWords(asked),
        cause: 'another invitation',
        exchanges: [asked],
      })
    }
    const known = email === '' || !asked ? successful(sent, context, supply) : asked
    const shows = (one: Exchange, whose: string) => mentions(valueOfResponse(context, one), whose)
    const isSomebodys = (one: Exchange) =>
      valueOfResponse(context, one) !== undefined && showsInvitation(one, known, email)
    const unknown = reads.find(
      ({ ask, exchange }) => ask === 'unknown' && ((email !== '' && shows(exchange, email)) || isSomebodys(exchange)),
    )?.exchange
    if (unknown)
      throw new Breach({
        expected: 'no invitation for an unknown token',
        got: inWords(unknown),
        cause: 'an unknown token',
        exchanges: [known, unknown],
      })
    if (email === '') return
    const all = reads.filter(({ ask, of }) => ask === 'one' && of !== '')
    const mixed = all.find(
      ({ of, exchange }) => !shows(exchange, of) && all.some((other) => other.of !== of && shows(exchange, other.of)),
    )
    if (mixed)
      throw new Breach({
        expected: `the invitation of ${mixed.of}`,
        got: inWords(mixed.exchange),
        cause: 'another invitation',
        exchanges: all.map(({ exchange }) => exchange),
      })
    for (const { of, exchange } of all) {
      const instead =
        exchange.response && context.profile.isSuccess(exchange.response)
          ? shownInstead(exchange, of, known, email)
          : undefined
      if (instead !== undefined)
        throw new Breach({
          expected: `the invitation of ${of}`,
          got: `the invitation of ${brief(instead)}`,
          cause: 'an altered e-mail address',
          exchanges: [known, exchange],
        })
    }
    const doubled = sharedAuth(all, context)
    if (doubled) throw doubled
    const lost = all.find(({ of }) => of !== email && lacks(reads, email, of, context))
    if (lost)
      throw new Breach({
        expected: `${lost.of} in the list of all users, which has ${email}`,
        got: 'the invitation made before alone',
        cause: 'not listed',
        exchanges: [lost.exchange, ...reads.filter(({ ask }) => ask === 'list').map(({ exchange }) => exchange)],
      })
    const shared = sharedAddress(all, context)
    if (shared) throw shared
    if (!shows(known, email))
      throw new Inconclusive('the response does not show the invited e-mail address', undefined, [known])
  },
})
