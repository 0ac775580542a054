/** Whether refused requests left what they were about as it was. */
import type { Rung } from '../../fixtures/http/credentials.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { textsIn } from '../../fixtures/payload/find.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { Call, Caller } from '../scene/call.ts'
import type { Subject } from './subject.ts'
import { changed, inWords, type Snapshot } from '../scene/snapshot.ts'
import { QUIET } from '../target/patience.ts'
import { saysGone } from '../values/says-gone.ts'
import type { Effect, Trace } from './trace.ts'

/** A subject under watch: how it is seen, and how it was seen before the refusals. */
export interface Watch {
  readonly look: () => Promise<Snapshot>
  readonly before: Snapshot
}

/** After so many effects in a row that never showed, a lane waits for no more. */
const FRUITLESS = 2

/** Looks at the subject, and learns what of it moves by itself: at once, and when in doubt after a while. */
export async function learn(
  { patience }: Caller,
  subject: Subject,
  look: () => Promise<Snapshot>,
  doubtful: boolean,
): Promise<Watch> {
  const { sight } = subject
  let before = await look()
  if (sight.learned && !doubtful) return { look, before }
  // Of several lengths: what moves to and fro may be back where it was.
  for (const pause of doubtful ? [QUIET / 2, QUIET / 3, QUIET / 6] : [0]) {
    if (pause > 0) await patience.rest(pause, 'what moves by itself to move')
    const seen = await look()
    for (const path of changed(before, seen, sight)) sight.moving.add(path)
    before = seen
  }
  sight.learned = true
  return { look, before }
}

/** One rung of the ladder, and the request that it goes out with. */
export interface Climb {
  readonly rung: Rung
  readonly call: Partial<Call>
}

/** Sends the rungs one at a time with a look after each; stops at the one that changed something, and says so. */
export async function compareOneByOne(
  subject: Subject,
  trace: Trace,
  rungs: readonly Climb[],
  watch: Watch,
  more: readonly Rung[],
): Promise<void> {
  const { look, before } = watch
  const steps = rungs.map(({ rung, call }) => ({ rung, send: () => subject.send(call) }))
  const { tell } = subject
  const telling = tell
    ? (['no-header', ...more] as const).map((rung) => ({ rung, send: () => tell({ credential: rung }) }))
    : []
  for (const [place, { rung, send }] of [...steps, ...telling].entries()) {
    const exchange = await send()
    if (place < steps.length) trace.rungs.set(rung, exchange)
    const after = await look()
    const paths = changed(before, after, subject.sight)
    if (paths.length === 0 || trace.effect) continue
    trace.effect = { seen: 'changed', paths, by: rung, exchanges: [before.exchange, exchange, after.exchange] }
    // The remaining rungs still have answers to be judged, but no effect more is looked for.
  }
}

/** Compares what was seen before and after all refusals, and holds it against what the authorised request changes. */
export async function compareAfter(
  caller: Caller,
  operation: Operation,
  subject: Subject,
  trace: Trace,
  watch: Watch | null,
  after: Snapshot | null,
  /** How the record looked that the valid request was about, where that is another. */
  basis = after,
): Promise<Effect> {
  if (!watch || !after || !basis) return { seen: 'untold', reason: 'no operation shows what it changes', exchanges: [] }
  const { before } = watch
  const look = subject.look ?? watch.look
  const exchanges = [before.exchange, trace.rungs.get('no-header') ?? [], after.exchange].flat()
  const paths = changed(before, after, subject.sight)
  if (paths.length > 0) return { seen: 'changed', paths, by: 'one of the refused requests', exchanges }

  const shows = async (exchange: Exchange | undefined, patient: boolean) => {
    if (exchange === undefined || !caller.success(exchange)) return false
    const different = (seen: Snapshot) => changed(basis, seen, subject.sight).length > 0
    const teaches = operation.effect === 'deploy' ? 'deploy' : 'write'
    const within = patient && subject.sight.fruitless < FRUITLESS ? caller.patience.learned(teaches) : 0
    const why = 'an authorised request to show'
    return different(await caller.patience.eventually(look, different, { why, within, teaches }))
  }
  // Where another request tells more, the valid one is not waited for: it may have nothing to show.
  const shown =
    (await shows(trace.control, !subject.tell)) || (subject.tell && (await shows(await subject.tell({}), true)))
  subject.sight.fruitless = shown ? 0 : subject.sight.fruitless + 1
  if (shown) return { seen: 'held', exchanges }
  if (trace.control && !caller.success(trace.control))
    return {
      seen: 'untold',
      reason: 'the authorised request does not succeed, so a change could not have shown',
      exchanges,
    }
  return {
    seen: 'untold',
    reason: 'nothing that can be read changes when the request is authorised either',
    ...(before.view === undefined ? { supply: 'a lookup path in the target file that shows such records' } : {}),
    exchanges,
  }
}

/** Looks, when a refused delete must have come to be seen, whether what it was about is still there. */
export async function lateDelete(
  { patience }: Caller,
  trace: Trace,
  { before, look }: Watch,
  since: number,
): Promise<Effect | null> {
  await patience.late(since)
  const after = await look()
  if (before.view === undefined || (after.view !== undefined && !saysGone(after.view))) return null
  const exchanges = [before.exchange, trace.rungs.get('no-header') ?? [], after.exchange].flat()
  return { seen: 'changed', paths: [''], by: 'one of the refused requests, seen later', exchanges }
}

/**
 * Looks once more when all else was sent: what only refused requests carried may have come to be seen since.
 * @returns null where nothing of the sort is shown, or was sent
 */
export async function lateEffect({ options: { run } }: Caller, trace: Trace, watch: Watch): Promise<Effect | null> {
  const known = new Set([trace.control, watch.before.exchange].flatMap((one) => textsOf(one)))
  const refused = [...trace.rungs].filter(([rung]) => rung !== 'lower-case').map(([, exchange]) => exchange)
  // Texts that the run made up for these requests alone.
  const own = (exchange: Exchange) =>
    textsIn(exchange.asked?.body).filter((one) => one.includes(run) && !known.has(one))
  const carried = refused.filter((exchange) => own(exchange).length > 0)
  if (carried.length === 0) return null
  const { exchange } = await watch.look()
  const shown = new Set(exchange.answer?.json.ok ? textsIn(exchange.answer.json.value) : [])
  const guilty = carried.find((one) => own(one).some((text) => shown.has(text)))
  if (!guilty) return null
  const paths = own(guilty).filter((text) => shown.has(text))
  return {
    seen: 'changed',
    paths,
    by: `a request with ${guilty.credential}, seen later`,
    exchanges: [guilty, exchange],
  }
}

const textsOf = (one: Exchange | undefined): readonly string[] => [
  ...textsIn(one?.asked?.body),
  ...textsIn(one?.answer?.json.ok ? one.answer.json.value : undefined),
]

/** What changed, in a few words. */
export const effectInWords = (effect: Effect & { seen: 'changed' }): string =>
  `a change of ${inWords(effect.paths)}, by ${effect.by}`
