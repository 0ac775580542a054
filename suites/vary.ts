/** Sends variations of the valid request; what is taken is looked into. */
import type { Exchange } from '../fixtures/exchange.ts'
import { isRecordKind, type Operation } from '../schemas/registry.ts'
import type { Caller } from './call.ts'
import { furtherFields, type Further } from './further.ts'
import { changed, type Look, type Subject } from './subject.ts'
import type { Need, Trace } from './trace.ts'
import { variationsOf, type Tried, type Variation } from './variations.ts'

/** Sends all variations that are wanted, side by side; then, one after another, what tells more of those that were taken. */
export async function vary(
  caller: Caller,
  operation: Operation,
  subject: Subject,
  needs: ReadonlySet<Need>,
  trace: Trace,
): Promise<void> {
  if (caller.destructive) trace.destructive = true
  const ended = trace.control?.answer ? (caller.success(trace.control) ? 'success' : 'error') : null
  const wanted = variationsOf(operation, needs, caller.destructive).filter(
    ({ after }) => after === undefined || after === ended,
  )
  const further = ended === 'error' && needs.has('listed-suffice') ? furtherFields(operation, trace.control) : []
  if (wanted.length === 0 && further.length === 0) return
  const before = spoils(operation, wanted) ? ((await subject.spareLook?.()) ?? null) : null
  if (subject.findable?.() === false && wanted.some(({ nameless }) => nameless)) trace.unfindable = true
  const sent = await Promise.allSettled(wanted.map((one) => send(subject, one)))
  const tried = sent.flatMap((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value ?? []
  })
  const after = before ? ((await subject.spareLook?.()) ?? null) : null
  if (before && after && !tried.some(({ exchange }) => caller.success(exchange))) {
    if (changed(before, after, subject.sight).length > 0) {
      // What differs once more without a request between changes by itself.
      const third = await subject.spareLook?.()
      if (third) for (const path of changed(after, third, subject.sight)) subject.sight.moving.add(path)
    }
    const paths = changed(before, after, subject.sight)
    trace.spoiled = { paths, exchanges: [before.exchange, after.exchange] }
  }
  for (const { variation, exchange } of tried)
    trace.variations.push(
      caller.success(exchange)
        ? { ...(await lookInto(operation, subject, variation)), variation, exchange, taken: true }
        : { ...(await insist(subject, variation)), variation, exchange, taken: false },
    )
  for (const one of further) await add(caller, subject, one, trace)
  const stored = await subject.stored?.()
  if (stored) trace.stored = stored
}

/** Whether what is refused may have an effect that a read of the spare record shows. */
export const spoils = ({ act, effect }: Operation, wanted: readonly Variation[]) =>
  isRecordKind(act.kind) &&
  act.verb === 'changes' &&
  effect === 'resource' &&
  wanted.some(({ about }) => about === 'spare')

async function send(subject: Subject, variation: Variation) {
  if (variation.nameless && subject.findable?.() === false) return null
  const exchange = await subject.about(variation.about, variation.call)
  return exchange && { variation, exchange }
}

/** A refusal that matters is asked for twice: any request may meet an error. */
async function insist(subject: Subject, variation: Variation): Promise<Partial<Tried>> {
  if (variation.family !== 'encoding' || variation.kind !== 'percent') return {}
  const again = await send(subject, variation)
  return again ? { again: again.exchange } : {}
}

/** Sends what was taken once more, and reads what it did. */
async function lookInto(operation: Operation, subject: Subject, variation: Variation): Promise<Partial<Tried>> {
  if (variation.after === 'error') {
    // The valid request again: what made it fail may have been a moment's.
    const valid = await subject.about('own', {})
    return valid ? { again: valid } : {}
  }
  if (operation.method === 'GET') return {}
  const looks = variation.family === 'unknown-id' ? await looking(subject) : []
  const again = await send(subject, variation)
  if (!again) return {}
  if (variation.family === 'unknown-id') {
    const later = await looking(subject)
    const third = await looking(subject)
    for (const [at, look] of later.entries())
      for (const path of changed(look, third[at] ?? look, subject.sight)) subject.sight.moving.add(path)
    const paths = looks.flatMap((look, at) => changed(look, later[at] ?? look, subject.sight))
    return { again: again.exchange, around: { paths, exchanges: [...looks, ...later].map(({ exchange }) => exchange) } }
  }
  if (variation.family !== 'wrong-type') return { again: again.exchange }
  const after = subject.shown?.(again.exchange) ?? (await subject.spareLook?.())?.exchange
  // The valid request again: what it shows is how the target shows what it was rightly given.
  const right = after ? await subject.about('spare', {}) : null
  const rightly = right && (subject.shown?.(right) ?? (await subject.spareLook?.())?.exchange ?? null)
  return { again: again.exchange, ...(after ? { shown: { after, rightly: rightly ?? null } } : {}) }
}

async function looking(subject: Subject): Promise<readonly Look[]> {
  const looks = [subject.look ? await subject.look() : [], subject.spareLook ? await subject.spareLook() : []]
  return looks.flat()
}

/** The valid request with a field that its refusal named, of the type that is asked for. */
async function add(caller: Caller, subject: Subject, { name, values }: Further, trace: Trace): Promise<void> {
  for (const value of values) {
    const variation: Variation = {
      family: 'listed-suffice',
      of: name,
      about: 'spare',
      call: { body: { [name]: value } },
    }
    const exchange: Exchange | null = (await send(subject, variation))?.exchange ?? null
    if (!exchange) return
    const taken = caller.success(exchange)
    const again = taken ? await subject.about('own', {}) : null
    trace.variations.push({ variation, exchange, taken, ...(again ? { again } : {}) })
    if (taken) return
  }
}
