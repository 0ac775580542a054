/** Who tests the tests: judges every seeded fault and every legal variant, and the unfaulted server beside them. */
import {
  isClean,
  isKilled,
  isKilledAway,
  isWithstood,
  type FaultRow,
  type Matrix,
  type VariantRow,
} from '../../schemas/matrix.ts'
import { checks } from '../run/checks.ts'
import { verdictOf } from '../claim/finding.ts'
import { proveAway } from './away.ts'
import { batchesOfFaults } from './batches.ts'
import { Beside } from './beside.ts'
import { AWAY, chosen } from './chosen.ts'
import { batchesOfVariants } from './compatible.ts'
import { judgeTogether } from './judge-faults.ts'
import { judgeVariants } from './judge-variants.ts'
import { undeclared } from './kills.ts'
import { withstand } from './withstand.ts'
import { openThreads, type Threads } from './threads.ts'

export interface ProveOptions {
  /** Patterns over faults and variants; none: all. */
  readonly only: readonly string[]
  readonly seed: number
  /** Judges each fault by the whole run at once, and not first by what the checks that name it look at; each on a server of its own. */
  readonly whole?: boolean
  /** Gives each fault and each variant a server of its own. */
  readonly alone?: boolean
  /** Patterns of checks that are kept from speaking: what only they notice has to survive. */
  readonly skip?: readonly string[]
}

export interface ProveProgress {
  readonly planned: number
  readonly done: number
  /** Survivors and false accusations so far. */
  readonly failures: number
  /** The fault that has just survived, or the variant that has just been accused. */
  readonly failed?: string
}

/**
 * Judges them in parallel, many on one server where none can hide another.
 * @throws UsageError where a pattern of `only` means nothing, before anything is started
 */
export async function prove(
  { only, seed, whole = false, alone = whole, skip = [] }: ProveOptions,
  tell: (progress: ProveProgress) => void = () => undefined,
  threads: Threads = openThreads(),
): Promise<Matrix> {
  const { faults, variants, hostiles, away } = chosen(only)
  let done = 0
  let failures = 0
  const planned = faults.length + variants.length + hostiles.length + away.faults.length + away.variants.length
  const countOne = (id: string, held: boolean) => {
    done++
    if (!held) failures++
    tell({ planned, done, failures, ...(held ? {} : { failed: id }) })
  }
  const count = <Row extends { readonly id: string }>(rows: readonly Row[], holds: (row: Row) => boolean) => {
    for (const row of rows) countOne(row.id, holds(row))
    return rows
  }
  tell({ planned, done, failures })
  const beside = new Beside(threads, { seed }, alone)
  const how = { threads, seed, beside, whole, skip }
  const each = <T>(all: readonly T[]) => all.map((one) => [one])
  try {
    // First what is judged several times, one after another: nothing is left to wait for at the end.
    const ofAway = proveAway(
      away,
      { threads, seed, alone },
      {
        fault: (row) => countOne(`${AWAY}${row.id}`, isKilledAway(row)),
        variant: (row) => countOne(`${AWAY}${row.id}`, isClean(row)),
      },
    )
    const ofVariants = (alone ? each(variants) : batchesOfVariants(variants)).map(async (some) =>
      count(await judgeVariants(some, how), isClean),
    )
    // Beside a few faults the unfaulted server is judged by what shows them, and beside a variant by the whole run, as that is.
    const needsControl = variants.length > 0 || (only.length === 0 && faults.length > 0)
    const control = needsControl ? beside.accusations([]) : null
    const ofFaults = (alone ? each(faults) : batchesOfFaults(faults)).map(async (some) =>
      count(await judgeTogether(some, how), isKilled),
    )
    const ofHostiles = hostiles.map(async (one) => {
      const row = await withstand(one, threads, seed)
      countOne(row.id, isWithstood(row))
      return row
    })
    const rows = {
      variants: inOrder(variants, (await Promise.all(ofVariants)).flat()),
      faults: inOrder(faults, (await Promise.all(ofFaults)).flat()),
    }
    await control
    return {
      ...rows,
      checks: checkRows(rows.faults, rows.variants).filter(({ kills }) => only.length === 0 || kills.length > 0),
      hostile: await Promise.all(ofHostiles),
      unfaulted: await beside.all(),
      undeclared: undeclared(),
      away: await ofAway,
    }
  } finally {
    await threads.close()
  }
}

/** Rows in the order of what they are about, whichever server they stood on. */
function inOrder<Row extends { readonly id: string }>(all: readonly { readonly id: string }[], rows: readonly Row[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return all.flatMap(({ id }) => byId.get(id) ?? [])
}

const checkRows = (faults: readonly FaultRow[], variants: readonly VariantRow[]): Matrix['checks'] =>
  checks.map(({ id, claim }) => ({
    id,
    claim,
    kills:
      verdictOf(claim) === 'note'
        ? variants.filter(({ notedBy }) => notedBy.includes(id)).map((one) => one.id)
        : faults.filter(({ killedBy }) => killedBy.includes(id)).map((one) => one.id),
  }))
