/** Where the target file says that records of a kind are listed. */
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import type { Target } from '../../schemas/target.ts'

/** The path in the target's words, with identifiers for their names in braces; null where the target file has none. */
export function lookupPath(kind: RecordKind, target: Target, references: References): string | null {
  const known: Readonly<Record<string, string | undefined>> = { ...target.identifiers, ...references }
  const said = target.lookup[kind]?.path
  return said?.replaceAll(/\{(\w+)\}/g, (whole, name: string) => encodeURIComponent(known[name] ?? whole)) ?? null
}
