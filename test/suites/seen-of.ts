/** What a test sees of the reference server's memory. */
import type { Store } from '../../fixtures/reference/store.ts'

/** Settings that `host` changes and puts back; the others are `destructive`. */
const restored = new Set([
  'proxy-config',
  'web-server-proxy-config',
  'middleware-proxy-config',
  'proxy-env',
  'log-rotation',
  'requests',
])

/** Settings that a run changes and puts back, and the proxy's files. */
export const hostOf = (store: Store) =>
  structuredClone({
    settings: store.settings.entries().filter(([name]) => restored.has(name)),
    files: store.files.entries(),
  })

/** All records by their kinds. */
export const recordsOf = (store: Store) =>
  structuredClone(Object.fromEntries(Object.entries(store.records).map(([kind, table]) => [kind, table.entries()])))

/** The first three of each kind: those that others made, on a server that is seeded so. A template's stack without a name may stay. */
export const foreignOf = (store: Store) => Object.values(recordsOf(store)).map((entries) => entries.slice(0, 3))

/** The token's own user, the manager, and a container that others use. */
export function spentOf(store: Store) {
  const { userId, nodeId, containerId } = store.seeds
  return structuredClone([store.users.get(userId), store.nodes.get(nodeId), store.containers.get(containerId)])
}
