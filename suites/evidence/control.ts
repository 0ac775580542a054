import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isCreate, type Operation } from '../../schemas/registry.ts'
import type { Caller } from '../scene/call.ts'
import { listsSubjectAlone } from '../claim/further.ts'
import { emptied, onceReleased } from '../scene/dispose.ts'
import { readyFor } from '../scene/prepare.ts'
import { mayAnswerSoon } from '../target/not-now.ts'
import { saysItFailed } from '../target/server-failed.ts'
import { afterRefusals } from './after-refusals.ts'
import { badCredentials } from './bad-credentials.ts'
import { evidence } from './frame/evidence.ts'
import { hostConfigs } from './host-configs.ts'
import { listBefore } from './list-before.ts'
import { neighbourGoing } from './neighbour-going.ts'
import { probesBefore } from './probes-before.ts'
import { subject } from './subject.ts'
import type { Subject } from './subjects/subject.ts'
import { surroundings } from './surroundings.ts'
import { isListedFirst } from './requests/listings.ts'
import { naturalField, naturalValue } from './requests/stimuli.ts'

/** The valid request with the right token. */
export const control = evidence({
  id: 'control',
  needs: { subject },
  after: [surroundings, probesBefore, hostConfigs, badCredentials, afterRefusals, listBefore, neighbourGoing],
  // The record that a lane begins with was made by the valid request.
  cost: (operation, { target }) => (isCreate(operation) ? 0 : isListedFirst(operation, target) ? 3 : 1),
  gather: ({ subject: tried, operation, caller }) => sendReady(tried, operation, caller),
})

/**
 * Where it is refused, once more when the record is ready for it: what an idle or a running record refuses says little. Where
 * the target says that it failed, that is what there is to be told.
 */
async function sendReady(tried: Subject, operation: Operation, caller: Caller): Promise<Exchange> {
  const first = await tried.send({})
  if (tried.is !== 'record' || !first.response || caller.success(first)) return first
  if (caller.profile.isRefusal(first)) return first
  const { own } = tried.fixture
  if (!own) return first
  const send = () => tried.send({})
  const { scene } = tried.fixture
  const isEmptied = async () => operation.act.verb === 'deletes' && emptied(own, scene)
  const ways = saysItFailed(first.response.status) ? [] : [() => readyFor(operation, own, caller), isEmptied]
  let [last, isReady] = [first, false]
  for (const way of ways) {
    if (caller.success(last) || !(await way())) continue
    isReady = true
    last = await send()
  }
  // What was begun on it just now may still hold it.
  const isHeld = operation.effect === 'deploy' && mayAnswerSoon(first, caller.profile)
  if (isReady) last = await onceReleased(last, own.kind, caller, send)
  else if (isHeld) last = await onceReleased(first, operation.name, caller, send, 1)
  if (caller.success(last)) return last
  return (await withSomething(tried, operation, caller)) ?? first
}

/** An update that lists its record alone may want something to update: then all its valid requests carry that. null: it takes none. */
async function withSomething(tried: Subject, operation: Operation, caller: Caller): Promise<Exchange | null> {
  const { wanting } = caller.creates
  const natural = naturalField(operation)
  if (natural === null || !listsSubjectAlone(operation) || wanting.has(operation)) return null
  wanting.set(operation, (name) => ({ [natural]: naturalValue(natural, name) }))
  const sent = await tried.send({})
  if (caller.success(sent)) return sent
  wanting.delete(operation)
  return null
}
