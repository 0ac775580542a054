import type { Troubles } from '../../fixtures/http/presence.ts'

/** What a run observed and holds against nobody; how the connection fared only where it gave trouble. */
export function observedOf(
  calibrated: Readonly<Record<string, unknown>> | undefined,
  ways: Readonly<Record<string, unknown>>,
  troubles: Readonly<Troubles>,
  clean: (text: string) => string,
): Readonly<Record<string, unknown>> {
  const troubled = Object.values(troubles).some((count) => count > 0)
  const observed = { ...calibrated, ways, ...(troubled ? { connection: troubles } : {}) }
  // It was an object before it was text.
  return JSON.parse(clean(JSON.stringify(observed))) as Readonly<Record<string, unknown>>
}
