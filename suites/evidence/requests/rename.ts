/** A second record of a name that is given another name: who looks for the old one renames both. */
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { databaseKinds, type RecordKind } from '../../../schemas/operation.ts'
import type { Around, RecordSnapshot } from '../../scene/around.ts'
import type { Caller } from '../../scene/call.ts'
import type { SceneRecord } from '../../scene/made.ts'
import { besideName, updateOf } from './update.ts'

/** The kinds of databases share one definition: one of them is asked. */
const databases: readonly RecordKind[] = databaseKinds
const EVERY = databases.length
/** Another name, a look at the first, and the old name. */
const REQUESTS = 3

/** A rename of the second, and a read that shows the new name on the first. */
export type RenamedAlong = readonly [rename: Exchange, shown: Exchange]

const takesName = (kind: RecordKind) => (updateOf(kind)?.act.takes ?? '') in besideName

/** Requests that a kind takes for it at most, over all seeds. */
export const renameCost = (kind: RecordKind): number =>
  takesName(kind) ? (isDatabase(kind) ? Math.ceil(REQUESTS / EVERY) : REQUESTS) : 0

const isDatabase = (kind: RecordKind) => databases.includes(kind)

/** Renames the second, looks at the first, and gives the second its name back; null: the first keeps its own. */
export async function renameBeside(
  { kind, name, references, written }: SceneRecord,
  first: SceneRecord,
  around: Around,
  caller: Caller,
): Promise<RenamedAlong | null> {
  const operation = updateOf(kind)
  const { takes: field = '' } = operation?.act ?? {}
  const isTurn = !isDatabase(kind) || (caller.options.seed + databases.indexOf(kind)) % EVERY === 0
  if (!operation || !takesName(kind) || !isTurn || !caller.allows(operation)) return null
  const text = caller.values.name()
  const call = (to: unknown) =>
    caller.call({ operation, references, body: { ...caller.validBody(operation, references), [field]: to } })
  const rename = await call(text)
  if (!caller.success(rename)) return null
  const isOwn = ({ record }: RecordSnapshot) => record?.[field] !== text
  const shown = await around.seen(first, isOwn, 'a record to keep its name beside another of that name')
  await call(written.get(field) ?? name)
  return isOwn(shown) ? null : [rename, shown.exchange]
}
