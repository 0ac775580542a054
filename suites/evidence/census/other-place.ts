/** A move that can be seen: a record that is moved to where it stands shows nothing. */
import { Around } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import { onlookers, type Onlookers } from './onlookers.ts'
import { shownIn } from './shown-in.ts'

type Fields = Readonly<Record<string, unknown>>

/** What the second move is sent, and what the first one did to others, if the second may undo that. */
export interface OtherPlace {
  readonly body: Fields
  readonly others?: Onlookers
}

/**
 * The body of a move with the place at which the record was made, once a read shows that it was moved to the other one. Where none
 * does, the other place is named again: to be moved home would hide that nothing was moved.
 */
export async function toOtherPlace(body: Fields, around: Around, caller: Caller): Promise<OtherPlace> {
  const { own } = around
  const target = body['targetEnvironmentId']
  const home = own.written.get('environmentId')
  if (target === undefined || typeof home !== 'string') return { body }
  // A look of its own: what the first move changed besides has still to be seen.
  const { record } = await new Around(caller, own, [], []).see(own, 'lately')
  if (shownIn(record, own.kind, 'targetEnvironmentId').value !== target) return { body }
  // A move that takes others along would bring them home again.
  return { body: { ...body, targetEnvironmentId: home }, others: await onlookers(around) }
}
