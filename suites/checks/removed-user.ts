/** What the removal of a user leaves. */
import { isDeepStrictEqual } from 'node:util'
import { objectBearing } from '../../fixtures/payload/find.ts'
import { isObject } from '../../schemas/json-object.ts'
import { does, doing } from '../../schemas/registry.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { orAnother, unlessGiven } from '../claim/supply.ts'
import { control } from '../evidence/control.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { listedLast } from '../evidence/listed-last.ts'
import { probes } from '../evidence/probes.ts'
import type { Probe } from '../evidence/probes/probe.ts'
import { saysGone } from '../values/says-gone.ts'
import { check } from './check.ts'
import { allOf, isDenied, isTakenForUnknown, successful, valueOfResponse } from './seen.ts'

const EXPENDABLE =
  'expendable.userId and expendable.authId in the target file, of a user who may be changed and removed'

/** What a user may be permitted. */
const permitted = new Set(doing('changes', 'user').body?.fields.map(({ name }) => name))

/** What a user may do, as a list shows it. Another flag may say who is there just now. */
const permissionsOf = (user: unknown) =>
  Object.fromEntries(
    Object.entries(isObject(user) ? user : {}).filter(([name]) => permitted.has(name) && !name.endsWith('Id')),
  )

/**
 * A user of both lists who may do otherwise in the second, and what of it differs.
 * @param run stands in the address of whoever the run invited: what it permitted them may show late
 */
function permittedAnew(before: unknown, after: unknown, ids: readonly string[], run = ''): string | undefined {
  for (const id of ids) {
    if (run !== '' && JSON.stringify(objectBearing(after, id) ?? null).includes(run)) continue
    const [was, is] = [before, after].map((list) => permissionsOf(objectBearing(list, id)))
    const other = Object.keys(was ?? {}).find(
      (name) => name in (is ?? {}) && !isDeepStrictEqual(was?.[name], is?.[name]),
    )
    if (other !== undefined)
      return `${other} of ${id} was ${JSON.stringify(was?.[other])} and is ${JSON.stringify(is?.[other])}`
  }
  return undefined
}

export const removedUser = check({
  id: 'people/removed',
  clause: 'NAME-3',
  claim: 'SHOULD remove the named user, and nobody else',
  sends:
    'user.all and user.byAuthId before and after the removals of an unknown user and of the expendable one, then user.byUserId; that user named again, and the list',
  expects: 'every user as before, with the same permissions, except the removed one',
  kills: [
    'people/removes-nobody',
    'people/removes-neighbour',
    'people/removes-for-unknown',
    'people/removes-last-for-unknown',
    'people/removes-the-next',
    'people/removes-by-user-id',
    'people/removed-known',
    'people/removes-login',
    'people/removal-permits',
  ],
  on: does('deletes', 'user'),
  needs: { control, probes, listedLast: optional(listedLast) },
  prove({ control: sent, probes: reads, listedLast: later, ...context }) {
    const [authId = ''] = allOf(sent.asked?.body, 'authId')
    const of = (ask: Probe['ask']) =>
      reads.filter((probe) => probe.ask === ask).map(({ exchange }) => valueOfResponse(context, exchange))
    const exchanges = [...reads.map(({ exchange }) => exchange), sent]
    const ids = (values: readonly unknown[]) => values.flatMap((value) => allOf(value, 'authId'))
    const before = ids(of('list-before'))
    const after = of('list')
    const lists = [after[0], later && valueOfResponse(context, later.exchange)].filter((list) => list !== undefined)
    const gone = before.filter((id) => id !== authId && lists.some((list) => !allOf(list, 'authId').includes(id)))
    // Where the removal of nobody took another, that of somebody may be refused.
    const tried = [sent, ...reads.flatMap(({ ask, exchange }) => (ask === 'unknown' ? [exchange] : []))]
    if (gone.length > 0 && later?.moves)
      throw new Inconclusive('users come and go in the list while nothing is sent', undefined, exchanges)
    if (gone.length > 0 && tried.some(({ response }) => response && context.profile.isSuccess(response)))
      throw new Breach({
        expected: 'every other user to be listed as before',
        got: `${gone.join(', ')} missing`,
        cause: 'other users missing',
        exchanges: [...exchanges, later?.exchange ?? []].flat(),
      })
    const [listed] = of('list-before')
    const others = before.filter((id) => id !== authId)
    const otherwise = after[0] === undefined ? undefined : permittedAnew(listed, after[0], others, context.run)
    if (otherwise !== undefined)
      throw new Breach({
        expected: 'every other user to have the permissions of before',
        got: otherwise,
        cause: 'other permissions',
        exchanges,
      })
    // Two reads know the user whom the removal says that nobody is.
    const isKnown =
      ids(of('one-before')).includes(authId) && lists.some((list) => allOf(list, 'authId').includes(authId))
    if (authId !== '' && isKnown && isDenied(sent, reads, authId))
      throw new Breach({
        level: 'SHOULD',
        expected: `the user with the authId ${authId} to be found, as by the reads`,
        got: inWords(sent),
        cause: 'not found',
        exchanges,
      })
    // Their own removal was refused, and that of an unknown one was taken.
    const isGone =
      authId !== '' && before.includes(authId) && lists.some((list) => !allOf(list, 'authId').includes(authId))
    if (isGone && isTakenForUnknown(sent, reads, context))
      throw new Breach({
        expected: `the user with the authId ${authId} to be listed until they are removed`,
        got: `no such user once an unknown one was removed, and for themselves ${inWords(sent)}`,
        cause: 'removed for an unknown one',
        exchanges,
      })
    successful(sent, context, orAnother(EXPENDABLE, context.placeholders))
    if (![...before, ...ids(of('one-before'))].includes(authId))
      throw new Inconclusive(
        'no read showed the user before, so nothing shows that they are gone',
        unlessGiven(EXPENDABLE, context.placeholders),
        exchanges,
      )
    const users = [...of('list-before'), ...of('one-before')].map((value) => objectBearing(value, authId))
    const userIds = users.flatMap((user) => allOf(user, 'userId'))
    const shown = (field: string, ids: readonly string[]) =>
      [...after, ...of('one')].find((value) => allOf(value, field).some((id) => ids.includes(id)))
    const still = shown('authId', [authId]) ?? shown('userId', userIds)
    if (still !== undefined) {
      const soft = saysGone(objectBearing(still, authId, ...userIds), 'member')
      throw new Breach({
        expected: 'the removed user to be shown no more',
        got: soft ? 'a record that says that it was removed' : `a record of the authId ${authId}, as it was before`,
        cause: soft ? 'marked as removed' : 'still shown',
        exchanges,
        ...(soft ? { level: 'MAY' } : {}),
      })
    }
    if ([...after, ...of('one')].length === 0) throw new Inconclusive('no read shows users', undefined, exchanges)
  },
})
