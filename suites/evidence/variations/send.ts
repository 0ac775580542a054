/** Sends variations of the valid request; what is taken is looked into. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { isRecordKind, type Operation } from '../../../schemas/registry.ts'
import { furtherFields, listedBy, offeredBy } from '../../claim/further.ts'
import { lookerOf, rightlyOf, send, type About, type Request } from './look.ts'
import { keptOf } from './kept.ts'
import { namesField } from '../../target/as-if-missing.ts'
import { isTransient } from '../../target/not-now.ts'
import type { Subject } from '../subjects/subject.ts'
import { changed, type Snapshot } from '../../scene/snapshot.ts'
import { allOf } from '../frame/gather.ts'
import type { Stored } from '../subjects/create.ts'
import { addedBySample, listedAlone } from './listed-alone.ts'
import { type Tried, type Variation } from './variation.ts'
import { variationsOf } from './vary.ts'

/** What the secondary record showed before and after variations that were refused. */
interface Spoilt {
  readonly paths: readonly string[]
  readonly exchanges: readonly Exchange[]
}

export interface Sent {
  readonly tried: readonly Tried[]
  /** Some were left out because what they make could not be found again. */
  readonly unfindable: boolean
  readonly spoilt: Spoilt | null
  readonly stored: Stored | null
  /** The fields that `sample` adds to the valid request. */
  readonly added: readonly string[]
}

/** Sends all variations that are wanted, side by side; then, one after another, what tells more of those that were taken. */
export async function sendVariations(about: About): Promise<Sent> {
  const { operation, caller, subject, control, parts } = about
  const ended = control.response ? (caller.success(control) ? 'success' : 'error') : null
  const alone = parts.has('listed-suffice') && ended === 'success' ? listedAlone(operation, caller.options.target) : []
  const varied = variationsOf(operation, parts, caller.destructive).filter(
    ({ after, family, of }) =>
      (after === undefined || after === ended) &&
      (family !== 'other-value' || after === 'success' || namesField(control, of)),
  )
  const wanted = [...varied, ...alone]
  const tries = ended === 'error' && !isTransient(control) && parts.has('listed-suffice')
  const further = tries ? furtherFields(operation, control, caller.options.target.identifiers) : null
  const added = addedBySample(operation, caller.options.target)
  if (wanted.length === 0 && !further?.alone.length)
    return { tried: [], unfindable: false, spoilt: null, stored: null, added }
  const hides = hiddenBy(subject, control, ended)
  const hidden = wanted.some(hides)
  const before = spoils(operation, wanted) ? await snapshotBefore(about) : null
  const shown = wanted.filter((one) => !hides(one))
  const sent = (await allOf(shown.map((one) => send(subject, one)))).flatMap((one) => one ?? [])
  const unfindable = hidden || caller.creates.lost.has(operation)
  const spoilt = before && (await spoiltSince(before, sent, about))
  for (const { variation, exchange } of sent) caller.creates.lenience.note(variation, caller.success(exchange))
  const rightly = rightlyOf(about)
  const takeSnapshot = lookerOf(about, rightly)
  const refused = sent.filter(({ exchange }) => !caller.success(exchange))
  const kept = spoilt && (await keptOf(about, spoilt.paths, refused, rightly))
  const tried: Tried[] = []
  for (const one of sent)
    tried.push(
      caller.success(one.exchange)
        ? { ...(await takeSnapshot(one)), ...one, taken: true }
        : one.variation === kept?.variation
          ? { ...kept, taken: false }
          : { ...(await askedAgain(subject, one.variation)), ...one, taken: false },
    )
  tried.push(...(further ? await withFields(further, about) : []), ...(await withOffered(refused, about)))
  return { tried, unfindable, spoilt, stored: subject.is === 'create' ? await subject.stored() : null, added }
}

/** The secondary record as it is before the variations. */
async function snapshotBefore({ subject, isSeen }: About): Promise<Snapshot | null> {
  const last = isSeen && subject.is === 'record' ? subject.secondaryLast() : null
  return last ?? (await subject.takeSecondarySnapshot?.()) ?? null
}

/**
 * Whether refused requests have changed the secondary record. Where others were taken, what was refused is sent once more
 * between two reads of its own, so that a change can be nobody else's.
 * @returns null where nothing was refused, or the record can't be seen
 */
async function spoiltSince(first: Snapshot, sent: readonly Request[], about: About): Promise<Spoilt | null> {
  const { subject, caller } = about
  const { volatile, takeSecondarySnapshot } = subject
  const refused = sent.filter(({ exchange }) => exchange.response && !caller.success(exchange))
  if (refused.length === 0 || !takeSecondarySnapshot) return null
  const before = refused.length < sent.length ? await refusedAlone(refused, about) : first
  if (!before) return null
  const after = await takeSecondarySnapshot()
  if (before.isUnread || after.isUnread) return null
  if (changed(before, after, volatile).length > 0) {
    // What differs once more without a request between changes by itself.
    const third = await takeSecondarySnapshot()
    for (const path of changed(after, third, volatile)) volatile.moving.add(path)
  }
  return { paths: changed(before, after, volatile), exchanges: [before.exchange, after.exchange] }
}

/** Sends again what was refused, once all that was taken is seen; null where one of them is taken this time. */
async function refusedAlone(refused: readonly Request[], { subject, caller }: About): Promise<Snapshot | null> {
  await caller.quiet()
  const before = (await subject.takeSecondarySnapshot?.()) ?? null
  const altered = refused.filter(({ variation }) => variation.about === 'secondary')
  if (altered.length === 0) return null
  const again = await allOf(altered.map(({ variation }) => send(subject, variation)))
  return again.some((one) => one && caller.success(one.exchange)) ? null : before
}

/** Whether what is refused may have an effect that a read of the secondary record shows. */
export const spoils = ({ act, effect }: Operation, wanted: readonly Variation[]) =>
  isRecordKind(act.kind) &&
  act.verb === 'changes' &&
  effect === 'resource' &&
  wanted.some(({ about }) => about === 'secondary')

/**
 * Tells variations that may make a record which could not be found again. A valid create that is refused for want of the very
 * name that it gives makes nothing without it either (docs/judgement.md, rule 2c).
 */
const hiddenBy =
  (subject: Subject, control: Exchange, ended: 'success' | 'error' | null) =>
  ({ nameless, family, of, about, call }: Variation): boolean => {
    if (nameless !== true || subject.is !== 'create' || subject.findable(about, call)) return false
    return !(ended === 'error' && family === 'missing-required' && namesField(control, of))
  }

/** The one refusal that a claim rests on is asked for a second time: the first may have been a passing error. */
async function askedAgain(subject: Subject, variation: Variation): Promise<Partial<Tried>> {
  if (variation.family !== 'encoding' || variation.kind !== 'percent') return {}
  const again = await send(subject, variation)
  return again ? { again: again.exchange } : {}
}

/** The valid request with fields that its refusal named: with each alone and, if that is refused, with all together. */
async function withFields(further: ReturnType<typeof furtherFields>, about: About): Promise<readonly Tried[]> {
  const tried: Tried[] = []
  for (const { name, values } of further.alone)
    for (const value of values) {
      const one = await withThese([[name, value]], about)
      tried.push(...(one ? [one] : []))
      if (!one || one.taken) break
    }
  if (further.together.length === 0 || tried.some(({ taken }) => taken)) return tried
  const all = await withThese(
    further.together.map(({ name, values }) => [name, values[0]]),
    about,
  )
  return all ? [...tried, all] : tried
}

/** An optional parameter whose made-up value was refused, with what the refusals offer in its place. */
async function withOffered(refused: readonly Request[], about: About): Promise<readonly Tried[]> {
  const tried: Tried[] = []
  const { operation, caller, subject, control } = about
  for (const { variation, exchange } of refused) {
    if (variation.family !== 'optional-query') continue
    for (const word of offeredBy(operation, [exchange, control])) {
      const one: Variation = { ...variation, call: { query: { [variation.of]: word } } }
      const sent = (await send(subject, one))?.exchange
      if (!sent || !caller.success(sent)) continue
      const again = await subject.about('own', {})
      tried.push({ variation: one, exchange: sent, taken: true, ...(again ? { again } : {}) })
      break
    }
  }
  return tried
}

/** The valid request with these fields besides; where it is taken, then as it was. */
async function withThese(
  fields: readonly (readonly [name: string, value: unknown])[],
  { operation, caller, subject }: About,
): Promise<Tried | null> {
  const isRead = operation.method === 'GET'
  const query = () => Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))
  const variation: Variation = {
    family: 'listed-suffice',
    of: fields.map(([name]) => name).join(', '),
    about: listedBy(operation).length > 0 && !isRead ? 'secondary' : 'own',
    call: isRead ? { query: query() } : { body: Object.fromEntries(fields) },
  }
  const exchange = (await send(subject, variation))?.exchange
  if (!exchange) return null
  const taken = caller.success(exchange)
  const again = taken ? await subject.about('own', {}) : null
  return { variation, exchange, taken, ...(again ? { again } : {}) }
}
