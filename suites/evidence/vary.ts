/** Sends variations of the valid request; what is taken is looked into. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Caller } from '../scene/call.ts'
import { furtherFields, type Further } from './further.ts'
import { isShownBack, showsBack } from './shown-back.ts'
import { strayed } from './strays.ts'
import type { Subject } from './subject.ts'
import { changed } from '../scene/snapshot.ts'
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
  if (caller.creates.lost.has(operation)) trace.unfindable = true
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
  for (const { variation, exchange } of tried) caller.creates.lenience.note(variation, caller.success(exchange))
  const look = lookerOf(caller, operation, subject, trace)
  for (const one of tried)
    trace.variations.push(
      caller.success(one.exchange)
        ? { ...(await look(one)), ...one, taken: true }
        : { ...(await askedAgain(subject, one.variation)), ...one, taken: false },
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
async function askedAgain(subject: Subject, variation: Variation): Promise<Partial<Tried>> {
  if (variation.family !== 'encoding' || variation.kind !== 'percent') return {}
  const again = await send(subject, variation)
  return again ? { again: again.exchange } : {}
}

type Sent = Pick<Tried, 'variation' | 'exchange'>
type Looked = Partial<Pick<Tried, 'again' | 'shown' | 'around'>>

/** How what was taken is looked into: it is sent once more, and read what it did, as far as that can tell anything. */
function lookerOf(caller: Caller, operation: Operation, subject: Subject, trace: Trace) {
  let rightly: Promise<Exchange | null> | undefined
  let kept = false

  /** How the target shows what it was rightly given. */
  const right = async () => {
    const known = trace.control && subject.shown?.(trace.control)
    if (known) return known
    const valid = await subject.about('spare', {})
    return valid && (subject.shown?.(valid) ?? (await subject.spareLook?.())?.exchange ?? null)
  }
  const wrongType = async ({ variation, exchange }: Sent): Promise<Looked> => {
    // One value of a wrong type that is shown back tells all that there is to tell.
    if (kept) return {}
    const made = subject.shown?.(exchange)
    // What it changes, others have changed since; what it makes is its own.
    const again = made && caller.creates.lenience.takes(variation) ? null : await send(subject, variation)
    const after = made ?? (again && (subject.shown?.(again.exchange) ?? (await subject.spareLook?.())?.exchange))
    const looked = again ? { again: again.exchange } : {}
    if (!after || !isShownBack(operation, variation, after)) return looked
    const shown = { after, rightly: await (rightly ??= right()) }
    kept = showsBack(operation, { variation, exchange, taken: true, shown })
    return { ...looked, shown }
  }
  return async ({ variation, exchange }: Sent): Promise<Looked> => {
    if (variation.after === 'error') {
      // The valid request again: what made it fail may have been a moment's.
      const valid = await subject.about('own', {})
      return valid ? { again: valid } : {}
    }
    if (operation.method === 'GET') return {}
    if (variation.family === 'wrong-type') return wrongType({ variation, exchange })
    if (variation.family === 'unknown-id') return strayed(caller, operation, subject, () => send(subject, variation))
    const again = caller.creates.lenience.takes(variation) ? null : await send(subject, variation)
    return again ? { again: again.exchange } : {}
  }
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
