/** One whole run with each permission, of a sound server that holds what others made: it serves all that is asked of such a run. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Store } from '../../fixtures/reference/store.ts'
import type { Permission } from '../../schemas/target.ts'
import type { Outcome } from '../../suites/run/outcome.ts'
import { planned } from '../../suites/run/plan.ts'
import { hostOf, recordsOf, spentOf } from './seen-of.ts'
import { left, run, standing, type Stand, type Standing } from './standing.ts'

/** What a server holds that a run has to leave as it was. */
interface Held {
  /** All records, those of others among them. */
  readonly records: unknown
  /** Settings that a run changes and puts back, and the proxy's files. */
  readonly host: unknown
  /** The token's own user, the manager, and a container that others use. */
  readonly spent: unknown
}

export interface WholeRun {
  readonly outcome: Outcome
  /** How many requests were planned. */
  readonly planned: number
  readonly seen: readonly Exchange[]
  /** Identifiers of the records that the run made. */
  readonly made: ReadonlySet<string>
  /** Records of the run's own that are still there. */
  readonly left: readonly string[]
  readonly before: Held
  readonly after: Held
}

const heldBy = (store: Store): Held => ({ records: recordsOf(store), host: hostOf(store), spent: spentOf(store) })

/** Sees what is sent to a server, and which records it takes in meanwhile. */
export async function watched(server: Standing): Promise<Pick<WholeRun, 'outcome' | 'seen' | 'made'>> {
  const seen: Exchange[] = []
  const made = new Set<string>()
  for (const table of Object.values(server.store.records)) {
    const set = table.set.bind(table)
    table.set = (id, row) => {
      if (table.get(id) === undefined) made.add(id)
      set(id, row)
    }
  }
  const outcome = await run(server, { exchange: (exchange) => seen.push(exchange) })
  return { outcome, seen, made }
}

async function begin(allow: readonly Permission[]): Promise<WholeRun> {
  const stand: Stand = { seeded: 3, options: { allow } }
  const server = await standing(stand, 'kept')
  try {
    const before = heldBy(server.store)
    const ran = await watched(server)
    const requests = planned(server.options).reduce((sum, row) => sum + row.requests, 0)
    return { ...ran, planned: requests, left: left(server.store), before, after: heldBy(server.store) }
  } finally {
    server.die()
  }
}

const ran = new Map<string, Promise<WholeRun>>()

/** The run with these permissions; it is run once. */
export function wholeRun(allow: readonly Permission[]): Promise<WholeRun> {
  const known = ran.get(allow.join()) ?? begin(allow)
  ran.set(allow.join(), known)
  return known
}
