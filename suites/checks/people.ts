/** Users and invitations. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn, spelledLike } from '../../fixtures/payload/find.ts'
import { unlessGiven } from '../claim/supply.ts'
import { probes } from '../evidence/probes.ts'
import { check, type Check, type Context } from './check.ts'
import { invitation } from './invitations.ts'
import { listedApart } from './listed-apart.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import type { Probe } from '../evidence/probes/probe.ts'
import { PAGE } from '../values/page.ts'
import { saysGone } from '../values/says-gone.ts'
import { permissions, permissionsOfOthers, spelling, typed } from './permissions.ts'
import { removedUser } from './removed-user.ts'
import { allOf, valueOfResponse } from './seen.ts'
import { holdToList } from './something.ts'

interface Pair {
  readonly userId: string
  readonly authId: string
  readonly exchange: Exchange
}

/** Every user that a response shows with both identifiers. */
function pairsIn(context: Context, { exchange }: Probe): readonly Pair[] {
  return objectsIn(valueOfResponse(context, exchange)).flatMap(({ userId, authId }) =>
    (typeof userId === 'string' || typeof userId === 'number') &&
    (typeof authId === 'string' || typeof authId === 'number')
      ? [{ userId: String(userId), authId: String(authId), exchange }]
      : [],
  )
}

/** The breach where a user that is shown by an identifier does not stand in the list of all users. */
function unlisted(context: Context, reads: readonly Probe[], field: 'userId' | 'authId'): Breach | undefined {
  const list = reads.find(({ ask }) => ask === 'list')
  const listed = list ? allOf(valueOfResponse(context, list.exchange), field) : []
  if (!list || listed.length === 0 || listed.length >= PAGE) return undefined
  // The first was asked for by the valid request: it may be the owner, whom such a list may leave out.
  const others = reads.filter(({ ask }) => ask === 'one').slice(1)
  const one = others.find(({ of, exchange }) => {
    const value = valueOfResponse(context, exchange)
    const isShown = of !== '' && allOf(value, field)[0] === of
    return isShown && !listed.includes(of) && !saysGone(value, 'member')
  })
  return (
    one &&
    new Breach({
      expected: `the user with the ${field} ${one.of} in the list of all users`,
      got: `${listed.length} others: ${inWords(list.exchange)}`,
      cause: 'not listed',
      exchanges: [one.exchange, list.exchange],
    })
  )
}

/** The breach where a read shows the very identifier that it was asked for, under a name that is nearly its own. */
function misnamed(value: unknown, field: string, { of, exchange }: Probe): Breach | undefined {
  const other = spelledLike(value, field).find((name) => allOf(value, name).includes(of))
  return other === undefined
    ? undefined
    : new Breach({
        level: 'MUST',
        expected: `the name ${field}`,
        got: `the name ${other}`,
        cause: 'another name',
        exchanges: [exchange],
      })
}

/** Whether a read without a parameter shows a user by one identifier, under which the list has one too. */
function showsListed(context: Context, reads: readonly Probe[]): boolean {
  const shown = (ask: Probe['ask'], field: string) =>
    reads
      .filter((probe) => probe.ask === ask)
      .flatMap(({ exchange }) => allOf(valueOfResponse(context, exchange), field))
  return ['userId', 'authId'].some((field) => {
    const listed = shown('list', field)
    return shown('one', field).some((id) => listed.includes(id))
  })
}

const agree = check({
  id: 'people/agree',
  clause: 'RES-user',
  claim: 'SHOULD show the same user in every read',
  sends:
    'user.all, reads of several users that it lists, and of the expendable user; reads by what only looks like an identifier',
  expects:
    'each response to show the requested user as the list does, the identifier under its exact name; the expendable user to stand in the list',
  kills: [
    'people/first-user',
    'people/another-auth',
    'people/disagree',
    'people/list-lacks',
    'people/unreadable*',
    'people/either-id',
    'people/id-pattern',
    'people/read-id-snake',
    'people/read-auth-case',
    'people/listed-of-another',
  ],
  on: ({ act }) => act.verb === 'reads' && act.kind === 'user',
  needs: { probes },
  prove({ probes: reads, ...context }) {
    const field = context.operation.act.aspect === 'by-auth' ? 'authId' : 'userId'
    let confirmed = 0
    for (const probe of reads) {
      const { ask, of, exchange } = probe
      if (ask !== 'one' || of === '') continue
      const value = valueOfResponse(context, exchange)
      const ids = allOf(value, field)
      if (ids.length === 0) {
        const breach = misnamed(value, field, probe)
        if (breach) throw breach
        continue
      }
      if (!ids.includes(of))
        throw new Breach({
          expected: `the user with the ${field} ${of}`,
          got: inWords(exchange),
          exchanges: [exchange],
        })
      if (ids[0] !== of)
        throw new Inconclusive('the response shows several users, and not which one is meant', undefined, [exchange])
      confirmed += 1
    }
    const left = unlisted(context, reads, field)
    if (left) throw left
    const pairs = reads.flatMap((probe) => pairsIn(context, probe))
    for (const one of pairs)
      for (const other of pairs)
        if ((one.userId === other.userId) !== (one.authId === other.authId))
          throw new Breach({
            expected: 'one authId of each userId, and the other way round',
            got: `userId ${one.userId} with authId ${one.authId}, and userId ${other.userId} with authId ${other.authId}`,
            cause: 'identifiers in other pairs',
            exchanges: [one.exchange, other.exchange],
          })
    const listed = new Set(
      reads
        .filter(({ ask }) => ask === 'list')
        .flatMap((probe) => pairsIn(context, probe))
        .map(({ userId }) => userId),
    )
    const ids = reads
      .filter(({ ask }) => ask === 'list')
      .flatMap(({ exchange }) => allOf(valueOfResponse(context, exchange), field))
    holdToList(reads, ids, context)
    const apart = reads.flatMap((probe) => (probe.ask === 'one' ? listedApart(context, probe, reads) : []))[0]
    if (apart) throw apart
    const both = reads.filter(({ ask }) => ask === 'one').flatMap((probe) => pairsIn(context, probe))
    if (confirmed === 0 && !both.some(({ userId }) => listed.has(userId)) && !showsListed(context, reads))
      throw new Inconclusive(
        'no user has comparable identifiers both here and in user.all',
        unlessGiven('identifiers.userId and identifiers.authId in the target file', context.placeholders),
        reads.map(({ exchange }) => exchange),
      )
  },
})

export const peopleChecks: readonly Check[] = [
  agree,
  permissions,
  permissionsOfOthers,
  spelling,
  typed,
  invitation,
  removedUser,
]
