import { preparingOf } from '../scene/prepare.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { isRecordKind } from '../../schemas/registry.ts'
import { isMissing } from '../claim/finding.ts'
import { badCredentials } from './bad-credentials.ts'
import { burst } from './burst.ts'
import { control } from './control.ts'
import { afterRefusals } from './after-refusals.ts'
import { evidence, outcome } from './frame/evidence.ts'
import { snapshotBefore, type Watch } from './snapshot-before.ts'
import { subject } from './subject.ts'
import type { Caller } from '../scene/call.ts'
import { saysGone } from '../values/says-gone.ts'
import { changed, type VolatilePaths } from '../scene/snapshot.ts'
import { shownEffect, type Effect } from './shown-effect.ts'

/** The effect of refused requests, looked for once more when all else was sent: what they carried may show late. */
export const effect = evidence({
  id: 'effect',
  needs: {
    subject,
    shown: outcome(shownEffect),
    watch: snapshotBefore,
    attempts: badCredentials,
    refusals: afterRefusals,
    control,
  },
  after: [burst],
  // Refused deletes go to a decoy, which is made, found, looked at late, and deleted.
  cost(operation, { target }) {
    const { verb, kind } = operation.act
    if (verb !== 'deletes') return verb === 'makes' ? 1 : 0
    return isRecordKind(kind) ? 4 + preparingOf(operation, target) : 1
  },
  async gather({
    subject: tried,
    shown,
    refusals,
    watch,
    attempts,
    control: authorised,
    operation,
    caller,
  }): Promise<Effect> {
    if (tried.is === 'record' && tried.takeDecoySnapshot && (isMissing(shown) || !shown.changed)) {
      const late = await lateDelete(watch, refusals.since, tried.volatile, caller)
      if (late) return late
    }
    if (isMissing(shown)) throw shown
    // What others write, later reads of the lane show (auth/not-stored).
    if (shown.changed || operation.act.verb !== 'makes') return shown
    const known = new Set([authorised, watch.before.exchange].flatMap(textsOf))
    // Texts that the run made up for these requests alone.
    const own = (exchange: Exchange) =>
      textsIn(exchange.asked?.body).filter((one) => one.includes(caller.options.run) && !known.has(one))
    const refused = [...attempts.parts.values()].flatMap((one) => (isMissing(one) ? [] : [one]))
    const telling = refused.filter((exchange) => own(exchange).length > 0)
    if (telling.length === 0) return shown
    const { exchange } = await watch.takeSnapshot()
    const there = new Set(exchange.response?.json.ok ? textsIn(exchange.response.json.value) : [])
    const guilty = telling.find((one) => own(one).some((text) => there.has(text)))
    if (!guilty) return shown
    const paths = own(guilty).filter((text) => there.has(text))
    const by = `a request with ${guilty.credential}, seen later`
    return { changed: { paths, by, exchanges: [guilty, exchange] }, exchanges: shown.exchanges }
  },
})

/** Looks, when a refused delete must have come to be seen, whether what it was about is there as it was; null: it is. */
async function lateDelete(
  { before, takeSnapshot }: Watch,
  since: number,
  volatile: VolatilePaths,
  { patience }: Caller,
): Promise<Effect | null> {
  await patience.late(since)
  const after = await takeSnapshot()
  if (before.view === undefined || after.isUnread) return null
  const isGone = after.view === undefined || saysGone(after.view)
  const paths = isGone ? [''] : changed(before, after, volatile)
  if (paths.length === 0) return null
  const exchanges = [before.exchange, after.exchange]
  return { changed: { paths, by: 'one of the refused requests, seen later', exchanges }, exchanges }
}

const textsOf = (one: Exchange): readonly string[] => [
  ...textsIn(one.asked?.body),
  ...textsIn(one.response?.json.ok ? one.response.json.value : undefined),
]
