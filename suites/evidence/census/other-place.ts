/** A move that can be seen: a record that is moved to where it stands shows nothing. */
import { Around } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import { shownIn } from './shown-in.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The body of a move with the place at which the record was made, once a read shows that it was moved to the other one. Where none
 * does, the other place is named again: to be moved home would hide that nothing was moved.
 */
export async function toOtherPlace(body: Fields, { own }: Around, caller: Caller): Promise<Fields> {
  const target = body['targetEnvironmentId']
  const home = own.written.get('environmentId')
  if (target === undefined || typeof home !== 'string') return body
  // A look of its own: what the first move changed besides has still to be seen.
  const { record } = await new Around(caller, own, [], []).see(own, 'lately')
  return shownIn(record, own.kind, 'targetEnvironmentId').value === target
    ? { ...body, targetEnvironmentId: home }
    : body
}
