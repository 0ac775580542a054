/** Whether faults are killed: many on one server first, and each that is not killed there on a server of its own. */
import { needsWire, type Fault } from '../../fixtures/reference/wrap.ts'
import type { FaultRow } from '../../schemas/matrix.ts'
import { livesOn, type AnyCheck } from '../checks/check.ts'
import { urgencyOf } from './batches.ts'
import type { Beside } from './beside.ts'
import { belongingTo } from './hits.ts'
import type { Said } from './job.ts'
import { killersOf } from './kills.ts'
import { narrow, selectionsFor } from './selections.ts'
import type { Threads } from './threads.ts'

const isFuzz = (check: AnyCheck) => livesOn(check, 'fuzz')

export interface Circumstances {
  readonly threads: Threads
  readonly seed: number
  readonly beside: Beside
  /** Judges each fault by the whole run at once, and not first by what the checks that name it look at. */
  readonly whole: boolean
  /** Patterns of checks that are kept from speaking. */
  readonly skip: readonly string[]
}

/**
 * Judges faults that stand on one server by the checks that name any of them, on the groups that they break. A finding kills the
 * fault whose group and whose check it is of; a fault that is not killed so, by every check that names it, is judged alone.
 */
export async function judgeTogether(faults: readonly Fault[], how: Circumstances): Promise<readonly FaultRow[]> {
  const [first, ...others] = faults
  if (!first || others.length === 0) return Promise.all(faults.map((fault) => judgeAlone(fault, how)))
  const { threads, seed, beside, skip } = how
  const only = [...new Set(faults.flatMap(narrow))]
  const fuzz = faults.some(({ id }) => killersOf(id).some(isFuzz))
  const wire = faults.some(needsWire)
  const clean = inTheEnd(beside.accusations(only, fuzz, wire))
  const judged = await threads.run({
    faults: faults.map(({ id }) => id),
    wire,
    only,
    seed,
    fuzz,
    skip,
    untilTold: true,
    urgent: urgencyOf(faults),
  })
  const said = judged.trouble.length > 0 ? [] : judged.said
  const rows = faults.map(async (fault) => {
    const isOf = belongingTo(fault)
    const hits = said.filter((one) => one.verdict === fault.level && isOf(one))
    if (!mayBeAll(fault, hits)) return judgeAlone(fault, how)
    const row = rowOf(fault, await confirmed([{ hits, clean }]), [])
    return row.killedBy.length > 0 && row.missedBy.length === 0 ? row : judgeAlone(fault, how)
  })
  return Promise.all(rows)
}

/** What was told of a fault on one server, and what the same run says of the server without it. */
interface Round {
  readonly hits: readonly Said[]
  readonly clean: ReturnType<Beside['accusations']>
}

/** What is awaited only where something hangs on it: until then it may fail unheard. */
function inTheEnd<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** Whether nobody need wait for the unfaulted server to know that more has to be judged: some check said nothing. */
const mayBeAll = ({ id }: Fault, hits: readonly Said[]): boolean =>
  killersOf(id).every((check) => hits.some((one) => one.check === check.id))

/** The checks that told a fault, of which none said the same of the unfaulted server. */
async function confirmed(rounds: readonly Round[]): Promise<ReadonlySet<string>> {
  const each = rounds.map(async ({ hits, clean }) => {
    const accused = new Set((await clean).map(({ result }) => result))
    return hits.filter(({ id }) => !accused.has(id)).map(({ check }) => check)
  })
  return new Set((await Promise.all(each)).flat())
}

/** First by the checks that name it, on some of what it breaks; by the whole run where nothing less shows it. */
async function judgeAlone(fault: Fault, { threads, seed, beside, whole, skip }: Circumstances): Promise<FaultRow> {
  const killers = killersOf(fault.id)
  const fuzz = killers.some(isFuzz)
  const wire = needsWire(fault)
  const rounds: Round[] = []
  let trouble: readonly string[] = []
  for (const [stage, only] of selectionsFor(fault, whole).entries()) {
    const clean = inTheEnd(beside.accusations(only, fuzz, wire))
    const urgent = stage > 0 ? 'again' : urgencyOf([fault])
    const judged = await threads.run({ faults: [fault.id], wire, only, seed, fuzz, skip, untilTold: true, urgent })
    trouble = [...new Set(judged.trouble)]
    rounds.push({ hits: judged.said.filter((one) => one.verdict === fault.level), clean })
    const hits = rounds.flatMap((round) => round.hits)
    if (trouble.length > 0 || !mayBeAll(fault, hits)) continue
    const killed = await confirmed(rounds)
    if (killers.every((check) => killed.has(check.id))) break
  }
  return rowOf(fault, await confirmed(rounds), trouble)
}

function rowOf(fault: Fault, killed: ReadonlySet<string>, trouble: readonly string[]): FaultRow {
  const { id, clause, level, operations, sentence } = fault
  const killers = killersOf(id).map((check) => check.id)
  return {
    id,
    clause,
    level,
    operations,
    sentence,
    killedBy: killers.filter((check) => killed.has(check)),
    missedBy: killers.filter((check) => !killed.has(check)),
    trouble,
  }
}
