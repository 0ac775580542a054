/** Whether a stop brings to rest what it does not name (docs/judgement.md, rule 7). */
import type { Operation } from '../../../schemas/registry.ts'
import { statusIn, type Around } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import { setGoing } from '../../scene/prepare.ts'
import { QUIET } from '../../target/patience.ts'
import { statusField } from '../../values/status.ts'
import type { Going } from '../neighbour-going.ts'
import type { Census } from './state-diff.ts'

/** What has run for longer before it was seen at rest may have ended by itself: nobody waits for so long again, in milliseconds. */
const LONGEST = 5000

/**
 * Looks at a neighbour that was set going before the stop. One that shows the status of what was stopped may never have left it, or
 * have ended by itself. It is set going once more, has to go on for as long, and has to be stopped along once more.
 */
export async function withStoppedAlong(
  operation: Operation,
  caller: Caller,
  around: Around,
  { record, since }: Going,
  found: Census,
): Promise<Census> {
  const { own } = around
  const rest = statusIn(found.last)
  if (found.undecided || rest === undefined) return found
  const see = async () => statusIn(await around.see(record))
  if ((await see()) !== rest) return found
  const lasted = Date.now() - since
  if (lasted > LONGEST || !(await setGoing(operation, record, caller))) return found
  await caller.quiet()
  if ((await see()) === rest) return found
  await caller.patience.rest(lasted, 'what was started to go on')
  // What went to rest by itself a moment ago may be seen to rest only later.
  const late = { why: 'what was started to go on', within: caller.patience.delay, teaches: null }
  const going = await caller.patience.eventually(see, (now) => now === rest, late)
  if (going === rest || going === undefined) return found
  await setGoing(operation, own, caller)
  await caller.call({ operation, references: own.references })
  const wait = { why: 'a status to move', within: QUIET, teaches: null }
  if ((await caller.patience.eventually(see, (now) => now === rest, wait)) !== rest) return found
  const along = { whose: record.kind, field: statusField(found.last?.record), before: going, after: rest }
  return { ...found, others: [...found.others, along] }
}
