import type { Troubles } from '../../fixtures/http/presence.ts'

/** What a run observed and holds against nobody; how the connection fared only where it gave trouble. */
export function observedOf(
  calibrated: Readonly<Record<string, unknown>> | undefined,
  ways: Readonly<Record<string, unknown>>,
  troubles: Readonly<Troubles>,
): Readonly<Record<string, unknown>> {
  const troubled = Object.values(troubles).some((count) => count > 0)
  return { ...calibrated, ways, ...(troubled ? { connection: troubles } : {}) }
}
