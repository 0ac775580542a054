/** Where records of a kind are listed: as the target file says, or by an operation of the API. */
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { doing, lifeOf, type Operation } from '../../schemas/registry.ts'
import type { Target } from '../../schemas/target.ts'

/** The path in the target's words, with identifiers for their names in braces; null where the target file has none. */
export function lookupPath(kind: RecordKind, target: Target, references: References): string | null {
  const known: Readonly<Record<string, string | undefined>> = { ...target.identifiers, ...references }
  const said = target.lookup[kind]?.path
  return said?.replaceAll(/\{(\w+)\}/g, (whole, name: string) => encodeURIComponent(known[name] ?? whole)) ?? null
}

/** The call whose response lists records of a kind; null where the API has none. */
export function listing(
  kind: RecordKind,
  { applicationId, serviceId }: References,
): { readonly operation: Operation; readonly references?: References } | null {
  if (kind === 'registry') return { operation: doing('lists', 'registry') }
  const parent = applicationId ?? serviceId
  if ((kind !== 'port' && kind !== 'mount') || parent === undefined) return null
  return { operation: lifeOf('application').one, references: { applicationId: parent } }
}
