/** Who tests the tests: judges every seeded fault and every legal variant, each in a run of its own. */
import type { Fault, Variant } from '../../fixtures/reference/wrap.ts'
import {
  isClean,
  isKilled,
  isWithstood,
  type Accusation,
  type FaultRow,
  type Matrix,
  type VariantRow,
} from '../../schemas/matrix.ts'
import { isPoll, type AnyCheck } from '../checks/check.ts'
import { checks } from '../checks/index.ts'
import { verdictOf } from '../claim/finding.ts'
import { isFuzz } from '../fuzz/said.ts'
import { chosen } from './chosen.ts'
import type { Judged, Said } from './job.ts'
import { killersOf, undeclared } from './kills.ts'
import { withstand } from './withstand.ts'
import { openThreads, type Threads } from './threads.ts'

export interface ProveOptions {
  /** Patterns over faults and variants; none: all. */
  readonly only: readonly string[]
  readonly seed: number
  /** Judges each fault by the whole run at once, and not first by what the checks that name it look at. */
  readonly whole?: boolean
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
 * Judges them in parallel, and the unfaulted server beside them by the very same runs.
 * @throws UsageError where a pattern of `only` means nothing, before anything is started
 */
export async function prove(
  { only, seed, whole = false }: ProveOptions,
  tell: (progress: ProveProgress) => void = () => undefined,
  threads: Threads = openThreads(),
): Promise<Matrix> {
  const { faults, variants, hostiles } = chosen(only)
  let done = 0
  let failures = 0
  const planned = faults.length + variants.length + hostiles.length
  const count = <Row extends { readonly id: string }>(row: Row, holds: (row: Row) => boolean): Row => {
    const held = holds(row)
    done++
    if (!held) failures++
    tell({ planned, done, failures, ...(held ? {} : { failed: row.id }) })
    return row
  }
  tell({ planned, done, failures })
  const beside = new Beside(threads, seed)
  try {
    // The variants first: some of them wait long, and nothing should be left to wait for at the end.
    const ofVariants = variants.map(async (one) => count(await judgeVariant(one, threads, seed), isClean))
    const ofFaults = faults.map(async (one) => count(await judgeFault(one, { threads, seed, beside, whole }), isKilled))
    const control = beside.accusations([])
    const ofHostiles = hostiles.map(async (one) => count(await withstand(one, threads, seed), isWithstood))
    const rows = { variants: await Promise.all(ofVariants), faults: await Promise.all(ofFaults) }
    await control
    return {
      ...rows,
      checks: checkRows(rows.faults, rows.variants).filter(({ kills }) => only.length === 0 || kills.length > 0),
      hostile: await Promise.all(ofHostiles),
      unfaulted: await beside.all(),
      undeclared: undeclared(),
    }
  } finally {
    await threads.close()
  }
}

/** The unfaulted server, judged once by each selection that a faulted one is judged by. */
class Beside {
  readonly #threads: Threads
  readonly #seed: number
  readonly #judged = new Map<string, Promise<readonly Accusation[]>>()

  constructor(threads: Threads, seed: number) {
    this.#threads = threads
    this.#seed = seed
  }

  accusations(only: readonly string[]): Promise<readonly Accusation[]> {
    const key = only.join('\n')
    const known = this.#judged.get(key)
    if (known) return known
    const found = this.#threads.run({ only, seed: this.#seed, fuzz: true }).then(against)
    this.#judged.set(key, found)
    return found
  }

  async all(): Promise<readonly Accusation[]> {
    const all = (await Promise.all(this.#judged.values())).flat()
    return [...new Map(all.map((one) => [one.result, one])).values()]
  }
}

const accusing: readonly string[] = ['fail', 'warn', 'error']

/** What is said against a server that keeps everything. */
function against({ said, trouble }: Judged): readonly Accusation[] {
  const results = said.filter(({ verdict }) => accusing.includes(verdict))
  return [
    ...results.map(({ id, verdict, message }) => ({ result: id, verdict, message })),
    ...trouble.map((message) => ({ result: 'the run itself', verdict: 'error', message })),
  ]
}

interface Circumstances {
  readonly threads: Threads
  readonly seed: number
  readonly beside: Beside
  readonly whole: boolean
}

/** First by the checks that name it, on the groups that it breaks; by the whole run where that does not show it. */
async function judgeFault(fault: Fault, { threads, seed, beside, whole }: Circumstances): Promise<FaultRow> {
  const { id, clause, level, operations, sentence } = fault
  const killers = killersOf(id)
  const killed = new Set<string>()
  const trouble = new Set<string>()
  const selections = killers.length === 0 ? [] : whole ? [[]] : [narrow(fault, killers), []]
  for (const only of selections) {
    const [judged, clean] = await Promise.all([
      threads.run({ fault: id, only, seed, fuzz: killers.some(isFuzz) }),
      beside.accusations(only),
    ])
    trouble.clear()
    for (const one of judged.trouble) trouble.add(one)
    const accused = new Set(clean.map(({ result }) => result))
    const kills = (one: Said) => one.verdict === level && !accused.has(one.id)
    for (const one of judged.said.filter(kills)) killed.add(one.check)
    if (trouble.size === 0 && killers.every((check) => killed.has(check.id))) break
  }
  return {
    id,
    clause,
    level,
    operations,
    sentence,
    killedBy: killers.filter((check) => killed.has(check.id)).map((check) => check.id),
    missedBy: killers.filter((check) => !killed.has(check.id)).map((check) => check.id),
    trouble: [...trouble],
  }
}

/** As `run --only` would take it: a poll is asked of all, for the others' answers are what it is judged by. */
function narrow({ operations }: Fault, killers: readonly AnyCheck[]): readonly string[] {
  const groups = operations === '*' ? [] : [...new Set(operations.map((id) => id.slice(0, id.indexOf('.'))))]
  return killers.flatMap((check) =>
    isPoll(check) || groups.length === 0 ? [check.id] : groups.map((group) => `${group}.* ${check.id}`),
  )
}

async function judgeVariant({ id, sentence }: Variant, threads: Threads, seed: number): Promise<VariantRow> {
  const judged = await threads.run({ variant: id, only: [], seed, fuzz: true })
  const noted = new Set(judged.said.filter(({ verdict }) => verdict === 'note').map(({ check }) => check))
  const named = killersOf(id).map((check) => check.id)
  return {
    id,
    sentence,
    notedBy: named.filter((check) => noted.has(check)),
    missedBy: named.filter((check) => !noted.has(check)),
    accused: against({ ...judged, trouble: [] }),
    trouble: judged.trouble,
  }
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
