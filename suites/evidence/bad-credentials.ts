/** Requests with bad credentials, each otherwise valid. */
import { badCredentialNames, placeCredential, formsOf, type BadCredential } from '../../fixtures/http/credentials.ts'
import { drawn, formOf } from '../../fixtures/payload/draw.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Operation, OperationId } from '../../schemas/registry.ts'
import type { Target } from '../../schemas/target.ts'
import { Skipped, type Missing } from '../claim/finding.ts'
import type { Call } from '../scene/call-traits.ts'
import { changed } from '../scene/snapshot.ts'
import { hungUp, type Profile } from '../target/profile.ts'
import { askOpenly, isAskedByGet, mayBeAskedByGet, OPEN_GET } from './requests/by-get.ts'
import { evidence, whereWanted, type Gathering, type InParts } from './frame/evidence.ts'
import { allOf } from './frame/gather.ts'
import { jointOf, sendReadable, sendTogether } from './requests/joint-credentials.ts'
import { snapshotBefore, type Watch } from './snapshot-before.ts'
import { withBadCredential } from './requests/stimuli.ts'
import { subject } from './subject.ts'
import type { Subject } from './subjects/subject.ts'
import { listsBefore } from './requests/listings.ts'

/** What refused requests changed of what they are about. */
export interface Changed {
  readonly paths: readonly string[]
  readonly by: string
  readonly exchanges: readonly Exchange[]
}

interface Attempts extends InParts<BadCredential, Exchange> {
  /** What was seen to change after one of them; looked for only when a breach is tried again. */
  readonly changed: Changed | null
  /** Other forms of those that were let in: which of them are, one operation's turn does not tell. */
  readonly otherForms: ReadonlyMap<BadCredential, OtherForms>
}

/** What came of the other forms of a bad credential of which one was let in. */
export interface OtherForms {
  readonly tried: readonly Exchange[]
  /** How many forms there are, with the one that was let in. */
  readonly of: number
  /** The operations on which all were tried, where this one is none of them; [] where it is. */
  readonly elsewhere: readonly OperationId[]
}

export const badCredentials = evidence({
  id: 'bad-credentials',
  needs: { subject, watch: whereWanted(snapshotBefore) },
  after: [snapshotBefore],
  cost(operation, { parts, target }) {
    const { joined } = jointOf(operation, [...parts], target) ?? { joined: ['none'] }
    const sent = parts.size - joined.length + 1
    const byGet = mayBeAskedByGet(operation) ? 1 : 0
    return byGet + sent + listsBefore(operation, target, sent)
  },
  async gather({ subject: tried, watch, ...gathering }): Promise<Attempts> {
    const { operation, caller, tokens, parts, again } = gathering
    const wanted = wantedOf(operation, parts, caller.options.target, caller.options.seed)
    const granted = tokens.grant(wanted)
    const together = again ? null : jointOf(operation, granted, caller.options.target)
    const joined = together?.joined ?? []
    const { seed } = caller.options
    const byGet = granted.includes('no-header') && watch !== undefined && isAskedByGet(operation, seed)
    const requestOf = (credential: BadCredential) => ({ credential, call: callOf(operation, credential, seed) })
    const requests = granted.filter((credential) => !joined.includes(credential)).map(requestOf)
    const telling = granted.includes('no-header') ? (['no-header', ...tokens.more('wrong-token')] as const) : []
    // What deletes lets in one of them at most, for then its record is gone: the plainest goes first.
    const [ahead, rest] = operation.act.verb === 'deletes' && !again ? plainest(requests) : [[], requests]
    const first = await atOnce(tried, caller.profile, ahead, watch ? telling : [])
    const [found, others] = await Promise.all([
      again && watch
        ? oneByOne(tried, caller.profile, watch, rest, telling, byGet)
        : atOnce(tried, caller.profile, rest, watch ? telling : []),
      together ? sendTogether(tried, caller.profile, together.whole, joined.map(requestOf)) : [],
      byGet && !again ? askOpenly(tried) : null,
    ])
    const sent = new Map([...first.parts, ...found.parts, ...others])
    const otherForms = await formsBesides(tried, gathering, sent)
    const all = new Map<BadCredential, Exchange | Missing>([...unsent(gathering, wanted), ...sent])
    return { ...found, otherForms, parts: all }
  },
})

interface Attempt {
  readonly credential: BadCredential
  readonly call: Partial<Call>
}

/** The request that bears no credential at all, and all others. */
const plainest = (all: readonly Attempt[]): readonly [readonly Attempt[], readonly Attempt[]] => [
  all.filter(({ credential }) => credential === 'no-header'),
  all.filter(({ credential }) => credential !== 'no-header'),
]

/** Those that are asked for, but for the right credentials of this very target. */
function wantedOf(
  operation: Operation,
  parts: ReadonlySet<string>,
  { token, auth }: Target,
  seed: number,
): readonly BadCredential[] {
  const sent = (credential: BadCredential | 'right', draw = 0) =>
    placeCredential(credential, token, auth.scheme, [], undefined, draw).authorization
  const right = sent('right')
  return badCredentialNames.filter(
    (credential) => parts.has(credential) && sent(credential, drawOf(operation, credential, seed)) !== right,
  )
}

/** The valid request with a bad credential. Whoever looks at a parameter marked ? first may forget to look at the token. */
function callOf(operation: Operation, credential: BadCredential, seed: number): Partial<Call> {
  const optionals = operation.query.filter(({ required }) => !required).map(({ name }) => name)
  const filled =
    credential === 'empty-header' ? optionals[0] : credential === 'wrong-scheme' ? optionals.at(-1) : undefined
  const draw = drawOf(operation, credential, seed)
  return { ...withBadCredential(operation, credential), draw, ...(filled === undefined ? {} : { filled }) }
}

/**
 * Which form of a bad credential an operation is sent; of its address another with each seed, since few operations are asked so.
 * Drawn for 'side roads', each form of an address comes to two operations at least; of a placeholder, which as few are asked, to one.
 */
export function drawOf(operation: Operation, credential: BadCredential, seed: number): number {
  if (credential === 'other-address') return drawn(operation.id, 'side roads') + seed
  return credential === 'placeholder-token' ? drawn(operation.id, 'forms of placeholders') : formOf(operation)
}

/** What drew no response is sent so many times more: a connection may break once. */
const MORE = 2

/**
 * Sends every other form of the bad credentials that were let in, as far as the target bears bad tokens. Where many operations
 * let the same form in, that has one cause: the first of them show what else is let in.
 */
async function formsBesides(
  tried: Subject,
  { operation, caller, tokens }: Gathering,
  sent: Found['parts'],
): Promise<Attempts['otherForms']> {
  const { token, auth } = caller.options.target
  const right = placeCredential('right', token, auth.scheme).authorization
  const all = new Map<BadCredential, OtherForms>()
  for (const [credential, exchange] of sent) {
    if (credential === 'no-header' && hungUp(exchange)) {
      const more = await allOf(Array.from({ length: MORE }, () => tried.send({ credential })))
      all.set(credential, { tried: more, of: 1, elsewhere: [] })
    }
    if (!caller.success(exchange)) continue
    const forms = formsOf(credential, token, auth.scheme)
    if (forms.length === 0) continue
    const form = drawOf(operation, credential, caller.options.seed) % forms.length
    const draws = forms.flatMap(({ text }, draw) => (draw === form || text === right ? [] : [draw]))
    const shown = tokens.letIn(credential, form, operation.id)
    const isShown = shown.includes(operation.id)
    const calls = (isShown ? draws : []).flatMap((draw) => tokens.more(credential).map(() => ({ credential, draw })))
    const others = await allOf(calls.map((call) => tried.send(call)))
    all.set(credential, { tried: others, of: draws.length + 1, elsewhere: isShown ? [] : shown })
  }
  return all
}

/** Why those are missing that are not sent. */
function unsent(
  { parts, tokens }: Gathering,
  wanted: readonly BadCredential[],
): readonly (readonly [BadCredential, Missing])[] {
  const why = (credential: BadCredential): Missing => {
    if (!wanted.includes(credential)) return new Skipped('this target would accept these as the right credentials')
    return tokens.lockOut ?? new Skipped('limits.badTokens permits no more bad tokens')
  }
  return badCredentialNames
    .filter((credential) => parts.has(credential))
    .map((credential) => [credential, why(credential)] as const)
}

interface Found {
  readonly parts: ReadonlyMap<BadCredential, Exchange>
  readonly changed: Changed | null
}

/** @param telling those that go out with a value that a read would show: what is refused with it is refused without it */
async function atOnce(
  tried: Subject,
  profile: Profile,
  attempts: readonly Attempt[],
  telling: readonly BadCredential[],
): Promise<Found> {
  const send = async ({ credential, call }: Attempt) => {
    const recognisable = telling.includes(credential) ? await tried.tell?.({ credential }) : undefined
    return [
      credential,
      recognisable && profile.isRefusal(recognisable) ? recognisable : await sendReadable(tried, profile, call),
    ] as const
  }
  return { parts: new Map(await allOf(attempts.map(send))), changed: null }
}

/** One at a time with a look after each, to learn which one had an effect. */
async function oneByOne(
  tried: Subject,
  profile: Profile,
  watch: Watch,
  attempts: readonly Attempt[],
  telling: readonly BadCredential[],
  byGet: boolean,
): Promise<Found> {
  const { takeSnapshot, before } = watch
  const { tell } = tried
  const parts = new Map<BadCredential, Exchange>()
  let found: Changed | null = null
  const steps = [
    ...attempts.map(({ credential, call }) => ({
      credential,
      send: async () => {
        const exchange = await sendReadable(tried, profile, call)
        parts.set(credential, exchange)
        return exchange
      },
    })),
    ...(tell ? telling.map((credential) => ({ credential, send: () => tell({ credential }) })) : []),
    ...(byGet ? [{ credential: OPEN_GET, send: () => askOpenly(tried) }] : []),
  ]
  for (const { credential, send } of steps) {
    const exchange = await send()
    const after = await takeSnapshot()
    const paths = changed(before, after, tried.volatile)
    // The remaining ones still have answers to be judged, but no further effect is looked for.
    if (paths.length > 0) found ??= { paths, by: credential, exchanges: [before.exchange, exchange, after.exchange] }
  }
  return { parts, changed: found }
}
