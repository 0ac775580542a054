import { rungNames } from '../fixtures/credentials.ts'
import type { Exchange } from '../fixtures/exchange.ts'
import type { Operation } from '../schemas/registry.ts'
import type { Caller } from './call.ts'
import { print } from './profile.ts'
import { BROWSER, provocations, unusual } from './stimuli.ts'
import { difference, type Look, type Subject } from './subject.ts'
import { emptyTrace, type Effect, type Need, type Trace } from './trace.ts'

/** How a course is run: what for, and whether it is tried again to confirm a breach. */
export interface Errand {
  readonly needs: ReadonlySet<Need>
  readonly again: boolean
  /** Asks for leave to send so many bad tokens; gives back how many may go. */
  badTokens(count: number): number
}

/** The order of the ladder where not all of it may be sent: no header and a wrong token come first. */
const wantedRungs = (needs: ReadonlySet<Need>) => rungNames.filter((rung) => needs.has(rung))

/** Sends to one operation all that its checks need, in an order in which nothing spoils what comes after it. */
export async function course(
  caller: Caller,
  operation: Operation,
  subject: Subject,
  { needs, again, badTokens }: Errand,
): Promise<Trace> {
  const trace = emptyTrace()
  const reason = (await subject.prepare?.()) ?? null
  if (reason !== null) {
    trace.unsent = { reason, inconclusive: true }
    return trace
  }
  const look = needs.has('effect') ? subject.look : null
  const before = look && (await look())
  if (look && before && again) await quiet(look, before, subject.moving)

  const refusal = await refuse(subject, trace, { needs, again, badTokens }, before)
  if (look && !refusal && subject.tell && trace.rungs.has('no-header'))
    await Promise.all([subject.tell({ credential: 'no-header' }), subject.tell({ credential: 'wrong-token' })])
  const after = look && !refusal ? await look() : null

  if (needs.has('control')) trace.control = await subject.send({})
  if (needs.has('effect'))
    trace.effect = refusal ?? (await told(caller, subject, trace, before, after))
  await subject.restore?.()
  if (needs.has('lower-case')) trace.rungs.set('lower-case', await subject.send({ credential: 'lower-case' }))
  if (needs.has('twin') && trace.control?.answer && caller.profile.isError(trace.control.answer))
    trace.twin = await twin(caller, operation)
  if (needs.has('unusual')) {
    const refusedBrowser = { credential: 'no-header', headers: { accept: BROWSER } } as const
    await Promise.all([refusedBrowser, ...unusual(operation)].map((variation) => subject.send(variation)))
  }
  if (needs.has('provoke')) await provoke(caller, operation, subject)
  await subject.restore?.()
  return trace
}

/** Climbs the ladder. When confirming, one rung at a time with a look after each, to learn which one had an effect. */
async function refuse(subject: Subject, trace: Trace, errand: Errand, before: Look | null): Promise<Effect | null> {
  const wanted = wantedRungs(errand.needs)
  const rungs = wanted.slice(0, errand.badTokens(wanted.length))
  if (rungs.length < wanted.length)
    trace.unsent = { reason: 'limits.badTokens lets no more bad tokens be sent', inconclusive: false }
  if (!errand.again || !before || !subject.look) {
    const sent = await Promise.all(rungs.map(async (rung) => [rung, await subject.send({ credential: rung })] as const))
    for (const [rung, exchange] of sent) trace.rungs.set(rung, exchange)
    return null
  }
  for (const rung of rungs) {
    const exchange = await subject.send({ credential: rung })
    trace.rungs.set(rung, exchange)
    const look = await subject.look()
    const where = difference(before, look, subject.moving)
    if (where !== null)
      return { seen: 'changed', where, by: rung, exchanges: [before.exchange, exchange, look.exchange] }
  }
  return null
}

/** Learns what changes by itself: looks again after a while in which nothing was sent. */
async function quiet(look: () => Promise<Look>, before: Look, moving: Set<string>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 300))
  const later = await look()
  const where = difference(before, later, moving)
  if (where !== null) for (const path of where.split(', ')) moving.add(path)
}

/** Whether the refusals left the subject as it was, told only where the authorised request shows that it would show. */
async function told(
  caller: Caller,
  subject: Subject,
  trace: Trace,
  before: Look | null,
  after: Look | null,
): Promise<Effect> {
  if (!before || !after || !subject.look)
    return { seen: 'untold', reason: 'no operation shows what it changes', exchanges: [] }
  const exchanges = [before.exchange, trace.rungs.get('no-header') ?? [], after.exchange].flat()
  const where = difference(before, after, subject.moving)
  if (where !== null) return { seen: 'changed', where, by: 'one of the refused requests', exchanges }
  const look = subject.look
  const shows = async (exchange: Exchange | undefined, patience: 'once' | 'settle') =>
    exchange !== undefined && caller.success(exchange) && (await differs(caller, look, after, subject.moving, patience))
  // Where another request tells more, the valid one is not waited for: it may have nothing to show.
  if (await shows(trace.control, subject.tell ? 'once' : 'settle')) return { seen: 'held', exchanges }
  if (subject.tell && (await shows(await subject.tell({}), 'settle'))) return { seen: 'held', exchanges }
  return {
    seen: 'untold',
    reason: 'nothing that can be read changes when the request is authorised either',
    ...(before.view === undefined ? { supply: 'a lookup path in the target file that shows such records' } : {}),
    exchanges,
  }
}

async function differs(
  caller: Caller,
  look: () => Promise<Look>,
  than: Look,
  moving: ReadonlySet<string>,
  patience: 'once' | 'settle',
): Promise<boolean> {
  let seen = await look()
  const changed = () => difference(than, seen, moving) !== null
  if (patience === 'once' || changed()) return changed()
  await caller.settled(async () => (seen = await look()).exchange, changed)
  return changed()
}

/** The same request to an operation of the same group that surely does not exist; `word` stands for its name. */
async function twin(caller: Caller, operation: Operation): Promise<NonNullable<Trace['twin']>> {
  const word = caller.values.word().padEnd(operation.name.length, 'z')
  const exchange = await caller.client.send({
    operation: null,
    method: operation.method,
    path: `/${operation.group}.${word}`,
    ...(operation.body === null ? {} : { body: {} }),
  })
  return { exchange, word }
}

async function provoke(caller: Caller, operation: Operation, subject: Subject): Promise<void> {
  for (const { about, ...variation } of provocations(operation, caller.destructive)) {
    const exchange = await subject.about(about, variation)
    if (exchange?.answer && about === 'gone' && caller.profile.isError(exchange.answer))
      caller.profile.unknownIds.push(print(exchange))
  }
}

/** How many requests a course sends at most while nothing fails. */
export function requestsOf(operation: Operation, needs: ReadonlySet<Need>, destructive: boolean, tells: boolean): number {
  const rungs = wantedRungs(needs).length
  return (
    rungs +
    (needs.has('control') ? 1 : 0) +
    (needs.has('lower-case') ? 1 : 0) +
    (needs.has('effect') ? 3 + (tells ? 4 : 0) : 0) +
    (needs.has('unusual') ? 1 + unusual(operation).length : 0) +
    (needs.has('provoke') ? provocations(operation, destructive).length : 0)
  )
}
