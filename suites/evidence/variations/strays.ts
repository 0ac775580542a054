/** Whether a write about nobody went to a record of the run's own. */
import { isDeepStrictEqual } from 'node:util'
import { valueOf } from '../../../fixtures/payload/find.ts'
import { subjectField } from '../../../fixtures/payload/payload.ts'
import type { Operation } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import { QUIET } from '../../target/patience.ts'
import type { Subject } from '../subjects/subject.ts'
import { changed, type Snapshot } from '../../scene/snapshot.ts'
import type { Tried } from './variation.ts'

type Sent = Pick<Tried, 'exchange'>

/** What records change by themselves, a moment after something was started (docs/judgement.md, rule 7). */
const byItself = /(?:status|state|phase|time|date|At|_at|count|counter|revision|version|seen|views)$/

/** Sends once more what was taken about nobody, and looks at the run's own records of the kind before and after. */
export async function strayed(
  caller: Caller,
  operation: Operation,
  subject: Subject,
  send: () => Promise<Sent | null>,
): Promise<Partial<Pick<Tried, 'again' | 'around'>>> {
  await caller.quiet()
  // What was deleted may still be on its way out; a careless delete takes the last that was made.
  const deletes = operation.act.verb === 'deletes' && subject.is === 'record'
  const acted = deletes ? await subject.newest() : subject.takeSnapshot
  const own = [acted ?? [], subject.takeSecondarySnapshot ?? []]
    .flat()
    .map((takeSnapshot) => ({ takeSnapshot, stands: () => true }))
  const watched = [...own, ...(subject.is === 'record' ? subject.bystanders() : [])]
  const looking = () => Promise.all(watched.map(({ takeSnapshot }) => takeSnapshot()))
  const looks = await looking()
  const again = await send()
  if (!again) return {}
  const later = await looking()
  const isMoved = (after: Snapshot | undefined, at: number) => {
    const before = looks[at]
    return before && after && changed(before, after, subject.volatile).length > 0
  }
  // What differs once more without a request between changes by itself.
  const third = later.some(isMoved) ? await looking() : later
  const seen = watched.flatMap(({ stands }, at) => {
    const [before, after, last] = [looks[at], later[at], third[at]]
    return before && after && last && stands() ? [{ before, after, last }] : []
  })
  const learn = (one: Snapshot, other: Snapshot) => {
    for (const path of changed(one, other, subject.volatile)) subject.volatile.moving.add(path)
  }
  for (const { after, last } of seen) learn(after, last)
  if (seen.some(({ before, after }) => changed(before, after, subject.volatile).length > 0)) {
    await caller.patience.rest(QUIET, 'what moves by itself to move')
    const afterwards = await looking()
    for (const [at, { stands }] of watched.entries()) {
      const [last, now] = [third[at], afterwards[at]]
      if (last && now && stands()) learn(last, now)
    }
  }
  const fields = (operation.body?.fields ?? [])
    .map(({ name }) => name)
    .filter((name) => name !== subjectField(operation))
  const sent = (name: string) => valueOf(again.exchange.asked?.body, name)
  const holds = ({ view }: Snapshot, name: string) => isDeepStrictEqual(valueOf(view, name), sent(name))
  const tells = (path: string, after: Snapshot) => {
    const name = path.split('.').at(-1) ?? ''
    if (name === 'applicationStatus') return fields.includes(name) && holds(after, name)
    return fields.includes(name) || !byItself.test(name)
  }
  const showing = fields.length > 0 ? seen.some(({ before }) => !fields.every((name) => holds(before, name))) : false
  return {
    again: again.exchange,
    around: {
      mute: operation.act.verb === 'changes' && !showing,
      paths: seen.flatMap(({ before, after }) =>
        changed(before, after, subject.volatile).filter((path) => tells(path, after)),
      ),
      exchanges: seen.flatMap(({ before, after }) => [before.exchange, after.exchange]),
    },
  }
}
