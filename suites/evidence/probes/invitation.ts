/** Invitations, of which each has a token of its own: a second one is made, and both are read. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { mentions, objectsIn, valueOf } from '../../../fixtures/payload/find.ts'
import { emailWithDetail } from '../../../fixtures/payload/payload.ts'
import { doing, type Operation } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import { inOtherCase } from '../requests/near.ts'
import type { Probe } from './probe.ts'

/** An invitation that this run made. */
export interface Invited {
  readonly token: string
  /** '' where it is not known. */
  readonly email: string
}

/** What a create of an invitation made; null where no response shows its token. */
export async function invitedBy(caller: Caller, sent: Exchange): Promise<Invited | null> {
  const email = valueOf(sent.asked?.body, 'email')
  const json = sent.response?.json
  const token = (json?.ok ? valueOf(json.value, 'token') : undefined) ?? (await listedToken(caller, email))
  return typeof token === 'string' ? { token, email: typeof email === 'string' ? email : '' } : null
}

/** The token of an invitation whose response does not show it: many targets list who was invited as a user. */
async function listedToken(caller: Caller, email: unknown): Promise<unknown> {
  const all = doing('lists', 'user')
  if (typeof email !== 'string' || !caller.allows(all)) return undefined
  const { response } = await caller.call({ operation: all })
  const users = response?.json.ok ? objectsIn(response.json.value) : []
  // What a careless server kept of an address begins as the address does.
  const [begin = email] = email.split(/[+@]/, 1)
  const whose = (address: string) =>
    users.findLast((user) => typeof user['token'] === 'string' && mentions(user, address))?.['token']
  return whose(email) ?? whose(begin)
}

/** The characters of a token's end that a careless server may pass over, and how long a token has to be for that to tell. */
const CUT = 4
const LONG = 12

/**
 * Requests that this takes while nothing is refused: two creates, their tokens listed, a read of each of two, one by a token that is
 * cut and one in the other case, and the list of users. Two more where one token is given twice.
 */
export const INVITATIONS = 11

/**
 * Makes a second invitation and a third at once, reads the second and the first one again, and asks by the first one's token without its
 * end. A token may be made of what it is for: the third address is as long as the first, and differs in its letters alone.
 */
export async function amongInvitations(one: Operation, first: Invited, caller: Caller): Promise<readonly Probe[]> {
  const read = async (ask: Probe['ask'], of: string, token: string): Promise<Probe> => ({
    ask,
    of,
    exchange: await caller.call({ operation: one, references: { token }, madeUp: { token } }),
  })
  const near = first.token.length < LONG ? [] : [first.token.slice(0, -CUT), inOtherCase(first.token)]
  const cut: Probe[] = []
  for (const token of near) if (token !== null) cut.push(await read('unknown', '', token))
  const create = doing('makes', 'invitation')
  if (!caller.allows(create)) return cut
  const [made, third] = await Promise.all([
    invite(create, caller),
    isGiven(create, caller) ? null : invited(create, caller),
  ])
  const second = caller.success(made) ? await invitedBy(caller, made) : null
  // One token for two e-mail addresses shows one of the two for both.
  if (!second || (second.token === first.token && second.email === first.email)) return cut
  const both: [Probe, Probe, ...Probe[]] = [
    await read('one', second.email, second.token),
    await read('one', first.email, first.token),
  ]
  const [{ exchange: shown }] = both
  // One that came later may have ended it.
  if (third && !caller.success(shown)) both.push(await read('one', third.email, third.token))
  // Where the first is no longer shown, a read may have used it up, as it then does those that came later.
  const served = both.find(({ exchange }) => caller.success(exchange))
  const token = [second, third].find((one) => one !== null && one.email === served?.of)?.token
  if (served && served.of !== '' && !caller.success(both[1].exchange) && token !== undefined)
    both.push({ ...(await read('one', served.of, token)), ask: 'again' })
  const sameToken = third && [first, second].find(({ token, email }) => token === third.token && email !== third.email)
  if (third && sameToken)
    both.push(await read('one', third.email, third.token), await read('one', sameToken.email, sameToken.token))
  return [...cut, ...both, ...(await listed([first.email, second.email], caller))]
}

/** The fields of a create that take an address, but for those that the target file gives. */
const addresses = (create: Operation, caller: Caller) => {
  const given = caller.options.target.sample[create.id] ?? {}
  return (create.body?.fields ?? []).filter(({ name, type }) => type === 'email' && !(name in given))
}

const isGiven = (create: Operation, caller: Caller): boolean => addresses(create, caller).length === 0

/**
 * Invites an e-mail address with a detail behind a plus sign; where that is refused, a plain one: a limit may refuse it. An address
 * that the target file gives stays as it is, for it may be somebody's.
 */
async function invite(create: Operation, caller: Caller): Promise<Exchange> {
  const plain = caller.validBody(create, {})
  const odd = addresses(create, caller).map(({ name }) => {
    const [local = ''] = String(plain?.[name]).split('@', 1)
    return [name, emailWithDetail(local)] as const
  })
  const made = await caller.call({ operation: create, body: { ...plain, ...Object.fromEntries(odd) } })
  return caller.success(made) || odd.length === 0 ? made : caller.call({ operation: create, body: plain })
}

/** One more, of a plain address; null where no response shows its token. */
async function invited(create: Operation, caller: Caller): Promise<Invited | null> {
  const made = await caller.call({ operation: create, body: caller.validBody(create, {}) })
  return caller.success(made) ? invitedBy(caller, made) : null
}

/** The list of users once it shows as much of the one that was invited as of the other. */
async function listed([first, second]: readonly [string, string], caller: Caller): Promise<readonly Probe[]> {
  const all = doing('lists', 'user')
  if (first === '' || second === '' || !caller.allows(all)) return []
  const shows = ({ response }: Exchange, email: string) =>
    response?.json.ok === true && mentions(response.json.value, email)
  const exchange = await caller.patience.eventually(
    () => caller.call({ operation: all }),
    (seen) => shows(seen, second) || !shows(seen, first),
    { why: 'an invitation to be listed as another is' },
  )
  return [{ ask: 'list', of: second, exchange }]
}
