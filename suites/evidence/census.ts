import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isCreate, isRecordKind, type Operation } from '../../schemas/registry.ts'
import { takesEnvironment } from '../../fixtures/payload/fuzz/payload.ts'
import { Inconclusive } from '../claim/finding.ts'
import { kindsBeside } from '../scene/foreign-records.ts'
import { censusOfChange, censusOfDeleting, censusOfMaking, censusOfReading } from './census/of-record.ts'
import { censusOfStatus, UPDATED_REQUESTS } from './census/of-status.ts'
import type { Census } from './census/state-diff.ts'
import { STATUS_REQUESTS, withStatusOfOthers } from './census/status-of-others.ts'
import { withStoppedAlong } from './census/stopped-along.ts'
import { CONTESTED, portsOf } from './census/contested.ts'
import { none, withoutPutAway } from './census/onlookers.ts'
import { toOtherPlace, type OtherPlace } from './census/other-place.ts'
import { BOTH_TEXTS, otherReadOf } from './census/other-read.ts'
import { control } from './control.ts'
import { dressed } from './dressed.ts'
import { hostConfigs, withHostConfigs } from './host-configs.ts'
import { derived, evidence, optional, type Need } from './frame/evidence.ts'
import { shownEffect } from './shown-effect.ts'
import { naturalField } from './requests/stimuli.ts'
import { longerNeighbour } from './longer-neighbour.ts'
import { neighbourGoing } from './neighbour-going.ts'
import { sinceBare } from './since-bare.ts'
import { ownRecord } from './own-record.ts'
import { subject } from './subject.ts'
import { strangeDelete, type StrangeDelete } from './strange-delete.ts'
import { surroundings } from './surroundings.ts'
import { unusual } from './unusual.ts'
import { QUIET } from '../target/patience.ts'

/** The operation used once more with other values, and all records around it read before and after: a state diff. */
export const census = evidence({
  id: 'census',
  needs: {
    subject,
    ownRecord,
    dressed: optional(dressed),
    longer: optional(longerNeighbour),
    surroundings,
    control,
    bare: optional(sinceBare),
    configs: optional(hostConfigs),
    going: optional(neighbourGoing),
    strange: optional(strangeDelete),
  },
  after: [unusual, shownEffect],
  on: (operation) => isRecordKind(operation.act.kind) && (operation.act.verb !== 'makes' || isCreate(operation)),
  cost(operation) {
    const { act, method, body } = operation
    // Of what stands under the neighbour deletes alone are asked.
    const far = act.kind === 'application' && act.verb !== 'deletes' ? 2 : 0
    const around = 2 + kindsBeside(act.kind).length - far
    const carries = (body?.fields.length ?? 0) > 1 || naturalField(operation) !== null || takesEnvironment(operation)
    if (method === 'GET' || act.verb !== 'changes' || !carries) return around
    const rival = portsOf(operation).length > 0 ? CONTESTED : 0
    const texts = otherReadOf(operation) ? BOTH_TEXTS : 0
    return around + rival + texts + (act.aspect === 'status' ? 4 + STATUS_REQUESTS + UPDATED_REQUESTS : 2)
  },
  async gather({
    subject: tried,
    ownRecord: { around },
    control: sent,
    bare = none,
    configs = [],
    going,
    strange,
    ...given
  }): Promise<Census> {
    const { operation, caller } = given
    if (tried.is !== 'record') return censusOfMaking(operation, caller, around)
    if (operation.method === 'GET') return censusOfReading(around)
    if (operation.act.verb === 'deletes') return withStrange(await censusOfDeleting(around), strange ?? null)
    const { body, others: moved }: OtherPlace = caller.success(sent)
      ? await toOtherPlace(tried.body(), around, caller)
      : { body: tried.body() }
    if (operation.act.aspect !== 'status') {
      const natural = naturalField(operation) !== null
      const isMore = natural || takesEnvironment(operation)
      const changing = (odd: boolean, request: Exchange | undefined) =>
        censusOfChange(operation, caller, around, {
          control: request,
          body,
          further: odd || natural ? tried.further(odd) : {},
          // Where it took none of its fields before, an error says nothing of their order.
          mustTake: caller.success(sent) && (!odd || !isMore),
          bare,
          again: given.again,
          ...(moved ? { others: moved } : {}),
        })
      const first = await changing(true, sent)
      // A limit on names may refuse the odd one; and an environment, which is not listed, may be refused as such.
      const isRefused = first.undecided && first.kept.length === 0 && isMore
      // What is done for the first time may be right, and for the second wrong.
      const isStill = !first.undecided && first.kept.length + first.others.length === 0
      const isOnce = given.again && !going && isStill
      // What a job does shows when it is over, if not to the read that comes at once.
      if (isOnce && operation.effect === 'deploy') await caller.patience.rest(QUIET, 'a job to end')
      const again = isRefused || isOnce ? await changing(false, isOnce ? undefined : sent) : first
      // The same values once more tell of strays alone: what was kept of them, the first time tells.
      const told = isOnce && again.kept.length + again.others.length === 0 ? first : again
      const all = going ? await withStoppedAlong(operation, caller, around, going, told) : told
      if (going) await tried.fixture.scene.dispose(going.record)
      const found = { ...all, kept: withoutPutAway(told.kept, around) }
      // The text of a neighbour was written last.
      const texts = [body, ...around.others.map(({ written }) => Object.fromEntries(written))]
      return withHostConfigs(
        found,
        configs,
        texts.map(({ proxyConfig }) => proxyConfig),
        caller,
      )
    }
    return censusOfStatus(operation, caller, around, body).then((found) =>
      withStatusOfOthers(operation, caller, around, body, found),
    )
  },
})

/** Where the record of another kind changed, the delete that named it is shown first. */
const withStrange = (found: Census, strange: StrangeDelete | null): Census =>
  strange && found.others.some(({ whose }) => whose === strange.kind)
    ? { ...found, exchanges: [strange.exchange, ...found.exchanges] }
    : found

/** Operations that write on a record of the run's own. */
export const writesRecord = (operation: Operation): boolean =>
  operation.method === 'POST' &&
  isRecordKind(operation.act.kind) &&
  (operation.act.verb !== 'makes' || isCreate(operation))

/** The same where its write was taken: else nothing shows what it wrote. */
export const taken: Need<Census> = derived(census, (found) => {
  if (found.undecided) throw new Inconclusive(found.undecided.reason, found.undecided.supply, found.exchanges)
  return found
})
