/** The proof on the away server: no check names its faults, so whatever is said of what they break kills them. */
import type { AwayFault, AwayVariant } from '../../fixtures/away/index.ts'
import { isKilledAway, type AwayFaultRow, type AwayMatrix } from '../../schemas/matrix.ts'
import { groups as allGroups, operations } from '../../schemas/registry.ts'
import { isConsistencyCheck, livesOn } from '../checks/check.ts'
import { checks } from '../run/checks.ts'
import { glob } from '../../schemas/pattern.ts'
import { dependent, fill, GROUPS_AT_MOST, consistency, waitedForAway } from './batches.ts'
import { batchesOfAwayVariants } from './compatible.ts'
import { Beside } from './beside.ts'
import type { Job, Judged, Said } from './job.ts'
import { judgeVariants } from './judge-variants.ts'
import { bySize } from './selections.ts'
import type { Threads } from './threads.ts'

export interface Away {
  readonly faults: readonly AwayFault[]
  readonly variants: readonly AwayVariant[]
}

interface Circumstances {
  readonly threads: Threads
  readonly seed: number
  /** Gives each a server of its own. */
  readonly alone: boolean
}

interface Listeners {
  fault(row: AwayFaultRow): void
  variant(row: AwayMatrix['variants'][number]): void
}

/** Findings of one fault that are looked for once more with that fault alone. */
const CONFIRMED = 3

/** Judges these faults and variants of the away server, and that server itself. */
export async function proveAway(
  away: Away,
  { threads, seed, alone }: Circumstances,
  listeners: Listeners,
): Promise<AwayMatrix> {
  if (away.faults.length + away.variants.length === 0) return { faults: [], variants: [], unfaulted: [] }
  const job = { server: 'away', seed } as const
  const beside = new Beside(threads, job, alone)
  const how = { threads, beside, job }
  const each = <T>(all: readonly T[]) => all.map((one) => [one])
  const tell = (rows: readonly AwayFaultRow[]) => {
    for (const row of rows) listeners.fault(row)
    return rows
  }
  const apart = away.faults.filter(({ id }) => waitedForAway.has(id))
  const others = away.faults.filter((fault) => !apart.includes(fault))
  const few = others.filter((fault) => !isOfMany(fault))
  const ofFaults = alone
    ? each(away.faults).map(async (one) => tell(await judgeTogether(one, how)))
    : [
        ...[...batchesOfFaults(few), ...each(apart)].map(async (some) => tell(await judgeTogether(some, how))),
        judgeOfMany(others.filter(isOfMany), how).then(tell),
      ]
  const ofVariants = (alone ? each(away.variants) : batchesOfAwayVariants(away.variants)).map(async (some) => {
    const rows = await judgeVariants(some, { ...job, threads })
    for (const row of rows) listeners.variant(row)
    return rows
  })
  const variants = new Map((await Promise.all(ofVariants)).flat().map((row) => [row.id, row]))
  const faults = new Map((await Promise.all(ofFaults)).flat().map((row) => [row.id, row]))
  await beside.accusations([])
  return {
    faults: away.faults.flatMap(({ id }) => faults.get(id) ?? []),
    variants: away.variants.flatMap(({ id }) => variants.get(id) ?? []),
    unfaulted: await beside.all(),
  }
}

/** The operations that a fault concerns. */
function brokenBy({ operations: patterns }: Pick<AwayFault, 'operations'>) {
  const matches = patterns.map((pattern) => glob(pattern))
  return operations.filter(({ id }) => matches.some((match) => match(id)))
}

const groupsOf = (fault: AwayFault) => new Set(brokenBy(fault).map(({ group }) => group))
const isOfMany = (fault: AwayFault) => groupsOf(fault).size > GROUPS_AT_MOST

/** Faults on one server that touch the same group: each that is found is looked for again alone, so that they may be several. */
const IN_ONE_GROUP = 8

/** Faults of other operations, a few of each group. */
const batchesOfFaults = (all: readonly AwayFault[]) =>
  fill(all, (fault) => [...dependent([...groupsOf(fault)]), ...brokenBy(fault).map(({ id }) => id)], {
    most: (claim) => (claim in allGroups ? IN_ONE_GROUP : 1),
  })

interface Bench {
  readonly threads: Threads
  readonly beside: Beside
  readonly job: Pick<Job, 'server' | 'seed'>
}

/**
 * Judges faults that stand on one server by the whole run without fuzzing. What is said there on what one of them breaks is looked for
 * again with that fault alone; a fault of which nothing is left is judged alone by all that concerns its groups. What survives so is
 * judged together once more, by the votes of fuzzing, unless the specification leaves it open.
 */
async function judgeTogether(faults: readonly AwayFault[], bench: Bench): Promise<readonly AwayFaultRow[]> {
  const all = faults.length > 1 ? await accusing(faults, { only: [], fuzz: false }, bench) : null
  const rows = await Promise.all(
    faults.map(async (fault) => {
      const confirmed = all?.trouble.length === 0 ? await confirm(fault, all.said, bench) : undefined
      return confirmed ? rowOf(fault, confirmed, []) : judgeAlone(fault, bench)
    }),
  )
  const left = new Set(rows.filter((row) => !isKilledAway(row) && row.trouble.length === 0).map(({ id }) => id))
  const voted = await judgeByVotes(
    faults.filter((fault) => left.has(fault.id) && !isOfMany(fault) && fault.open === undefined),
    bench,
  )
  return rows.map((row) => voted.find(({ id }) => id === row.id) ?? row)
}

/** What of this, that the unfaulted server does not draw, is of the fault, and drawn by it alone as well. */
const confirm = (fault: AwayFault, said: readonly Said[], bench: Bench) => seenAgain(fault, about(fault, said), bench)

/** Which of these the fault draws alone as well: the worst is looked for first, and a few more where that is not seen. */
async function seenAgain(fault: AwayFault, seen: readonly Said[], { threads, job }: Bench): Promise<Said | undefined> {
  for (const some of [seen.slice(0, 1), seen.slice(1, CONFIRMED)].filter(({ length }) => length > 0)) {
    const fuzz = some.some(({ check }) => fuzzed.has(check))
    const again = await threads.run({ ...job, faults: [fault.id], only: some.map(selecting), fuzz, urgent: 'again' })
    const found = againstServer(again).find(({ id }) => some.some((one) => one.id === id))
    if (found) return found
  }
  return undefined
}

/**
 * Judges faults of many groups, each alone in two of them first. Those that are not seen there stand on one server together, which the
 * whole run judges: where nothing is said against it, nothing is said against any of them.
 */
async function judgeOfMany(faults: readonly AwayFault[], bench: Bench): Promise<readonly AwayFaultRow[]> {
  const rows = await Promise.all(faults.map((fault) => judgeAlone(fault, bench, stagesOf(fault).slice(0, 1))))
  const unseen = new Set(rows.filter((row) => !isKilledAway(row)).map(({ id }) => id))
  const left = faults.filter(({ id }) => unseen.has(id))
  if (left.length === 0) return rows
  const { said, trouble } = await accusing(left, { only: [], fuzz: true }, bench)
  const isSilent = said.length + trouble.length === 0
  const again = await Promise.all(
    left.map(async (fault) => (isSilent ? rowOf(fault, null, []) : judgeAlone(fault, bench, stagesOf(fault).slice(1)))),
  )
  return rows.map((row) => again.find(({ id }) => id === row.id) ?? row)
}

interface Stage {
  readonly only: readonly string[]
  readonly fuzz: boolean
}

/** By what a fault is judged alone: all that concerns its groups, with odd payloads; one of many groups first by two of them. */
function stagesOf(fault: AwayFault): readonly Stage[] {
  const groups = bySize([...groupsOf(fault)]).map((group) => `${group}.*`)
  if (!isOfMany(fault)) return [{ only: groups, fuzz: true }]
  return [
    { only: groups.slice(0, 2), fuzz: false },
    { only: [], fuzz: true },
  ]
}

async function judgeAlone(fault: AwayFault, bench: Bench, stages = stagesOf(fault)): Promise<AwayFaultRow> {
  let trouble: readonly string[] = []
  for (const stage of stages) {
    // The first failure is mostly the fault's; where it is not, there is more to be seen behind it.
    for (const bail of [true, false]) {
      const judged = await accusing([fault], stage, bench, bail)
      trouble = judged.trouble
      const [found] = about(fault, judged.said)
      if (found && trouble.length === 0) return rowOf(fault, found, [])
      const beside = besides(fault, judged.said)
      const again = trouble.length === 0 ? await seenAgain(fault, beside, bench) : undefined
      if (again) return rowOf(fault, again, [])
      if (!judged.isEnded) break
    }
  }
  return rowOf(fault, null, trouble)
}

/** By the votes of fuzzing, asked of all groups: one group alone is held against no other. The rows are those of faults that these show. */
async function judgeByVotes(faults: readonly AwayFault[], bench: Bench): Promise<readonly AwayFaultRow[]> {
  const broken = faults.flatMap(brokenBy)
  const asking = checks.filter(
    (check) => isConsistencyCheck(check) && fuzzed.has(check.id) && broken.some((one) => check.on(one)),
  )
  if (asking.length === 0) return []
  const only = asking.map(({ id }) => id)
  const { said, trouble } = await accusing(faults, { only, fuzz: true }, bench)
  const rows = faults.map(async (fault) => {
    if (trouble.length > 0) return rowOf(fault, null, trouble)
    const found = await confirm(fault, said, bench)
    return found ? rowOf(fault, found, []) : undefined
  })
  return (await Promise.all(rows)).filter((row) => row !== undefined)
}

/**
 * What is said against a server with these faults, and not against the one without, which the whole run judges once.
 * @param bail whether the first failure ends the run
 */
async function accusing(faults: readonly AwayFault[], { only, fuzz }: Stage, bench: Bench, bail = false) {
  const { threads, beside, job } = bench
  // By a part alone it is what a run of all has left.
  const urgent = only.length > 0 ? ('again' as const) : undefined
  const [judged, clean] = await Promise.all([
    threads.run({ ...job, faults: faults.map(({ id }) => id), only, fuzz, bail, urgent }),
    beside.accusations([]),
  ])
  const accused = new Set(clean.map(({ result }) => result))
  const isEnded = bail && judged.said.some(({ verdict }) => verdict === 'fail')
  return { said: againstServer(judged).filter(({ id }) => !accused.has(id)), trouble: judged.trouble, isEnded }
}

/** The worst first. */
const againstServer = ({ said }: Judged): readonly Said[] =>
  said
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    .toSorted((one, other) => one.verdict.localeCompare(other.verdict) || one.id.localeCompare(other.id))

/** What is said on an operation that a fault breaks, or names one. */
function about(fault: AwayFault, said: readonly Said[]): readonly Said[] {
  const broken = brokenBy(fault).map(({ id }) => id)
  const on = new Set<string>(broken)
  return said.filter(
    ({ id, message }) => on.has(id.split(' ', 1)[0] ?? '') || broken.some((one) => message.includes(`${one} `)),
  )
}

/**
 * What is said on other operations of its groups: what a read shows wrongly is told on the write before it, and what a delete takes along
 * on the record that is missed. It counts where no other fault stands on the server, and is seen twice.
 */
function besides(fault: AwayFault, said: readonly Said[]): readonly Said[] {
  const groups: ReadonlySet<string> = groupsOf(fault)
  return said.filter(({ id }) => groups.has(id.split('.', 1)[0] ?? ''))
}

const fuzzed = new Set(checks.filter((check) => livesOn(check, 'fuzz')).map(({ id }) => id))
/** A result as `--only` takes it; a vote is asked of all. */
const selecting = ({ id, check }: Said) => (consistency.has(check) ? check : id)

function rowOf(fault: AwayFault, found: Said | null, trouble: readonly string[]): AwayFaultRow {
  const { id, sentence, operations: broken, breaks, open } = fault
  const killedBy = found && { result: found.id, verdict: found.verdict }
  return { id, sentence, operations: broken, breaks, ...(open === undefined ? {} : { open }), killedBy, trouble }
}
