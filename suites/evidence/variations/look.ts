/** How a variation that was taken is looked into. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { isRecordKind } from '../../../schemas/registry.ts'
import { QUIET } from '../../target/patience.ts'
import type { Gathering } from '../frame/evidence.ts'
import type { Subject } from '../subjects/subject.ts'
import { nameShown, readsOf } from '../requests/read-all.ts'
import { permissionTurnedOn, saysFalse, turnedOn } from './opposite.ts'
import { revived } from './revived.ts'
import { isShownBack, showsBack } from './shown-back.ts'
import { strayed } from './strays.ts'
import type { Tried, Variation } from './variation.ts'

export type About = Pick<Gathering, 'operation' | 'caller' | 'parts' | 'again'> & {
  readonly subject: Subject
  readonly control: Exchange
  /** Whether the state diff has read all records around just now. */
  readonly isSeen: boolean
}

export type Request = Pick<Tried, 'variation' | 'exchange'>
type Looked = Partial<Pick<Tried, 'again' | 'shown' | 'around' | 'revived' | 'turned' | 'outlived'>>

export async function send(subject: Subject, variation: Variation) {
  const exchange = await subject.about(variation.about, variation.call)
  return exchange && { variation, exchange }
}

const shownFirst = (subject: Subject, made: Exchange) => (subject.is === 'create' ? subject.shown(made) : null)

/** How the target shows what it was rightly given: asked for once, where somebody wants it. */
export function rightlyOf({ subject, control }: About): () => Promise<Exchange | null> {
  const right = async () => {
    const known = shownFirst(subject, control)
    if (known) return known
    const valid = await subject.about('secondary', {})
    return valid && (shownFirst(subject, valid) ?? (await subject.takeSecondarySnapshot?.())?.exchange ?? null)
  }
  let asked: Promise<Exchange | null> | undefined
  return () => (asked ??= right())
}

/** How what was taken is looked into: it is sent once more, and read what it did, as far as that can tell anything. */
export function lookerOf(
  { caller, operation, subject, again: isAgain }: About,
  rightly: () => Promise<Exchange | null>,
) {
  let kept = false
  // Of permissions one tells it of all.
  let worded = false

  const wrongType = async ({ variation, exchange }: Request): Promise<Looked> => {
    // One value of a wrong type that is shown back tells all that there is to tell.
    if (kept) return {}
    const once = async () => (await send(subject, variation))?.exchange ?? null
    if (subject.is === 'setting' && saysFalse(variation)) return turnedOn(subject, once, caller.patience)
    if (subject.is === 'permissions' && saysFalse(variation) && !worded) {
      worded = true
      return permissionTurnedOn(subject, variation, once, caller.patience)
    }
    const made = shownFirst(subject, exchange)
    // What it changes, others have changed since; what it makes is its own.
    const again = made && caller.creates.lenience.takes(variation) ? null : await send(subject, variation)
    const after =
      made ?? (again && (shownFirst(subject, again.exchange) ?? (await subject.takeSecondarySnapshot?.())?.exchange))
    const looked = again ? { again: again.exchange } : {}
    if (!after || !isShownBack(operation, variation, after)) return looked
    const shown = { after, rightly: await rightly() }
    kept = showsBack(operation, { variation, exchange, taken: true, shown })
    return { ...looked, shown }
  }
  /** What belongs to a record that nobody has any longer: it may be shown for a while. */
  const outlives = async (variation: Variation, first: Exchange): Promise<Looked> => {
    const { kind } = operation.act
    const isOfGone = variation.about === 'gone' && isRecordKind(kind) && readsOf(operation, kind)
    if (!isOfGone || nameShown(first, caller) === undefined) return {}
    const again = await caller.patience.eventually(
      async () => (await send(subject, variation))?.exchange,
      (seen) => seen === undefined || nameShown(seen, caller) === undefined,
      { why: 'a deleted record to be gone' },
    )
    const outlived = again && nameShown(again, caller)
    return again ? { again, ...(outlived === undefined ? {} : { outlived }) } : {}
  }
  return async ({ variation, exchange }: Request): Promise<Looked> => {
    if (variation.after === 'error') {
      // The valid request again: what made it fail may have been a moment's.
      const valid = await subject.about('own', {})
      return valid ? { again: valid } : {}
    }
    if (operation.method === 'GET') return outlives(variation, exchange)
    if (variation.family === 'wrong-type') return wrongType({ variation, exchange })
    if (variation.family === 'unknown-id') {
      const once = () => send(subject, variation)
      // What the valid request began just now on the same record would be seen as this one's doing.
      if (isAgain && operation.effect === 'deploy') await caller.patience.rest(QUIET, 'what was begun to go on')
      const looked = await strayed(caller, operation, subject, once)
      const sent = [exchange, looked.again ?? []].flat()
      return subject.is === 'record'
        ? { ...looked, ...(await revived(operation, subject.fixture, sent, once)) }
        : looked
    }
    const again = caller.creates.lenience.takes(variation) ? null : await send(subject, variation)
    return again ? { again: again.exchange } : {}
  }
}
