/** A move that can be seen: a record that is moved to where it stands shows nothing. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { SceneRecord } from '../../scene/made.ts'

type Fields = Readonly<Record<string, unknown>>

/** The body of a move with the place at which the record was made, once it was moved to the other one. */
export function toOtherPlace(body: Fields, { written }: SceneRecord, moved: Exchange | undefined): Fields {
  const { targetEnvironmentId: target } = body
  const home = written.get('environmentId')
  const isThere = target !== undefined && Object(moved?.asked?.body).targetEnvironmentId === target
  return isThere && typeof home === 'string' ? { ...body, targetEnvironmentId: home } : body
}
