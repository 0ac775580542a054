/** Whether refused requests left what they were about as it was, and an authorised one does change it. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { Inconclusive } from '../claim/finding.ts'
import { LOOKUP, lookupEntry, successSupply } from '../claim/supply.ts'
import { changed, type Snapshot } from '../scene/snapshot.ts'
import { afterRefusals } from './after-refusals.ts'
import { badCredentials, type Changed } from './bad-credentials.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { snapshotBefore } from './snapshot-before.ts'
import { isTelling } from './requests/stimuli.ts'
import { sinceBare } from './since-bare.ts'
import { subject } from './subject.ts'
import { unusual } from './unusual.ts'

/** What became of the subject of an operation while it was judged. */
export interface Effect {
  /** null: unchanged by the refusals, and changed by the authorised request, so a change would have shown. */
  readonly changed: Changed | null
  readonly exchanges: readonly Exchange[]
}

/** After so many effects in a row that never showed, a lane waits for no more. */
const FRUITLESS = 2

export const shownEffect = evidence({
  id: 'shown-effect',
  needs: { subject, watch: snapshotBefore, attempts: badCredentials, after: afterRefusals, control },
  // One look shows what all that was authorised did, and the state diff begins with it.
  after: [unusual, sinceBare],
  // What tells more than the valid request goes out besides.
  cost: (operation) => (operation.effect === 'host' || isTelling(operation) ? 2 : 1),
  async gather({ subject: tried, watch, attempts, after: { after, basis }, control: authorised, caller, operation }) {
    const { before } = watch
    const takeSnapshot = tried.takeSnapshot ?? watch.takeSnapshot
    if (attempts.changed || !after || !basis) return { changed: attempts.changed, exchanges: [] } satisfies Effect
    const { volatile, tell } = tried
    const noHeader = attempts.parts.get('no-header')
    const exchanges = [before.exchange, noHeader && 'response' in noHeader ? noHeader : [], after.exchange].flat()
    if (before.isUnread || after.isUnread)
      throw new Inconclusive(
        'the read before or after the refused requests failed, or said that it is not the time',
        undefined,
        exchanges,
      )
    const paths = changed(before, after, volatile)
    if (paths.length > 0)
      return { changed: { paths, by: 'one of the refused requests', exchanges }, exchanges } satisfies Effect

    const shows = async (exchange: Exchange, patient: boolean) => {
      if (!caller.success(exchange)) return false
      const different = (seen: Snapshot) => changed(basis, seen, volatile).length > 0
      const teaches = operation.effect === 'deploy' ? 'deploy' : 'write'
      const isWorthWaiting = patient && !basis.isUnasked && volatile.fruitless < FRUITLESS
      const within = isWorthWaiting ? caller.patience.learned(teaches) : 0
      const why = 'an authorised request to show'
      return different(await caller.patience.eventually(takeSnapshot, different, { why, within, teaches }))
    }
    const { mute } = caller.creates
    // A status that is set shows; all else that tells more adds to what the valid request did, so one look shows either.
    const isMute = tell !== null && operation.act.aspect !== 'status' && mute.has(tried.is)
    const shown = async () => {
      // Where another request tells more, the valid one is not waited for: it may have nothing to show.
      if (!isMute && (await shows(authorised, !tell))) return true
      if (!tell) return false
      const exchange = await tell({})
      if (isMute && !caller.success(exchange)) return shows(authorised, false)
      const isShown = await shows(exchange, true)
      if (isShown) mute.add(tried.is)
      return isShown
    }
    const isShown = await shown()
    volatile.fruitless = isShown ? 0 : volatile.fruitless + 1
    if (isShown) return { changed: null, exchanges } satisfies Effect
    if (!caller.success(authorised))
      throw new Inconclusive(
        'the authorised request does not succeed, so no change could show',
        successSupply(operation, tried.placeholders, authorised),
        exchanges,
      )
    const unlisted =
      tried.is === 'create' && !caller.options.target.lookup[tried.fixture.kind] ? tried.fixture.kind : null
    throw new Inconclusive(
      'the authorised request changes nothing that a read shows',
      unlisted === null ? undefined : LOOKUP,
      exchanges,
      unlisted === null ? undefined : lookupEntry(unlisted),
    )
  },
})
