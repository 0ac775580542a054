/** Requests with bad credentials, each otherwise valid. */
import { carry, rungNames, type Rung } from '../../fixtures/http/credentials.ts'
import { formOf } from '../../fixtures/payload/draw.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { Target } from '../../schemas/target.ts'
import { Skipped, type Missing } from '../claim/finding.ts'
import type { Call } from '../scene/call.ts'
import { changed } from '../scene/snapshot.ts'
import { evidence, whereWanted, type Gathering, type InParts } from './frame/evidence.ts'
import { allOf } from './frame/gather.ts'
import { lookBefore, type Watch } from './look-before.ts'
import { withBadCredential } from './stimuli.ts'
import { subject } from './subject.ts'
import type { Subject } from './subjects/subject.ts'

/** What refused requests changed of what they are about. */
export interface Changed {
  readonly paths: readonly string[]
  readonly by: string
  readonly exchanges: readonly Exchange[]
}

interface Attempts extends InParts<Rung, Exchange> {
  /** What was seen to change after one of them; looked for only when a breach is tried again. */
  readonly changed: Changed | null
}

export const badCredentials = evidence({
  id: 'bad-credentials',
  needs: { subject, watch: whereWanted(lookBefore) },
  after: [lookBefore],
  cost: (_operation, { parts }) => parts.size,
  async gather({ subject: tried, watch, ...gathering }): Promise<Attempts> {
    const { operation, caller, tokens, parts, again } = gathering
    const wanted = wantedOf(operation, parts, caller.options.target)
    const granted = tokens.grant(wanted)
    const requests = granted.map((rung) => ({ rung, call: callOf(operation, rung) }))
    const telling = granted.includes('no-header') ? (['no-header', ...tokens.more('wrong-token')] as const) : []
    const found = again && watch ? await oneByOne(tried, watch, requests, telling) : await atOnce(tried, requests)
    const { tell } = tried
    if (watch && tell && !again) await allOf(telling.map((credential) => tell({ credential })))
    return { ...found, parts: new Map([...unsent(gathering, wanted), ...found.parts]) }
  },
})

interface Attempt {
  readonly rung: Rung
  readonly call: Partial<Call>
}

/** Those that are asked for, but for the right credentials of this very target. */
function wantedOf(operation: Operation, parts: ReadonlySet<string>, { token, auth }: Target): readonly Rung[] {
  const draw = formOf(operation)
  const sent = (rung: Rung | 'right') => carry(rung, token, auth.scheme, [], undefined, draw).authorization
  return rungNames.filter((rung) => parts.has(rung) && sent(rung) !== sent('right'))
}

/** The valid request with a bad credential. Whoever looks at a parameter marked ? first may forget to look at the token. */
function callOf(operation: Operation, rung: Rung): Partial<Call> {
  const optionals = operation.query.filter(({ required }) => !required).map(({ name }) => name)
  const filled = rung === 'empty-header' ? optionals[0] : rung === 'wrong-scheme' ? optionals.at(-1) : undefined
  return { ...withBadCredential(operation, rung), ...(filled === undefined ? {} : { filled }) }
}

/** Why those are missing that are not sent. */
function unsent({ parts, tokens }: Gathering, wanted: readonly Rung[]): readonly (readonly [Rung, Missing])[] {
  const why = (rung: Rung): Missing => {
    if (!wanted.includes(rung)) return new Skipped('with this target it would be the right credentials')
    return tokens.lockOut ?? new Skipped('limits.badTokens lets no more bad tokens be sent')
  }
  return rungNames.filter((rung) => parts.has(rung)).map((rung) => [rung, why(rung)] as const)
}

async function atOnce(tried: Subject, attempts: readonly Attempt[]): Promise<Attempts> {
  const sent = await allOf(attempts.map(async ({ rung, call }) => [rung, await tried.send(call)] as const))
  return { parts: new Map(sent), changed: null }
}

/** One at a time with a look after each, to learn which one had an effect. */
async function oneByOne(tried: Subject, watch: Watch, attempts: readonly Attempt[], telling: readonly Rung[]) {
  const { look, before } = watch
  const { tell } = tried
  const parts = new Map<Rung, Exchange>()
  let found: Changed | null = null
  const steps = [
    ...attempts.map(({ rung, call }) => ({
      rung,
      send: async () => {
        const exchange = await tried.send(call)
        parts.set(rung, exchange)
        return exchange
      },
    })),
    ...(tell ? telling.map((rung) => ({ rung, send: () => tell({ credential: rung }) })) : []),
  ]
  for (const { rung, send } of steps) {
    const exchange = await send()
    const after = await look()
    const paths = changed(before, after, tried.volatile)
    // The remaining ones still have answers to be judged, but no further effect is looked for.
    if (paths.length > 0) found ??= { paths, by: rung, exchanges: [before.exchange, exchange, after.exchange] }
  }
  return { parts, changed: found }
}
