/** Whether faults are killed: many on one server first, and each that is not killed there on a server of its own. */
import { needsWire, type Fault } from '../../fixtures/reference/wrap.ts'
import type { FaultRow } from '../../schemas/matrix.ts'
import { findOperation } from '../../schemas/registry.ts'
import { livesOn, type AnyCheck } from '../checks/check.ts'
import { groupsOf, consistency, urgencyOf } from './batches.ts'
import type { Beside } from './beside.ts'
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
  const [judged, clean] = await Promise.all([
    threads.run({ faults: faults.map(({ id }) => id), only, seed, fuzz, skip, urgent: urgencyOf(faults) }),
    beside.accusations(only, fuzz, faults.some(needsWire)),
  ])
  const accused = new Set(clean.map(({ result }) => result))
  const told = judged.trouble.length > 0 ? [] : judged.said.filter(({ id }) => !accused.has(id))
  const rows = faults.map(async (fault) => {
    const isOf = belongingTo(fault)
    const killed = told.filter((one) => one.verdict === fault.level && isOf(one)).map(({ check }) => check)
    const row = rowOf(fault, new Set(killed), [])
    return row.killedBy.length > 0 && row.missedBy.length === 0 ? row : await judgeAlone(fault, how)
  })
  return Promise.all(rows)
}

/** Whether a finding is of a fault: on its groups; of votes, where others on the server vote otherwise too, on what it breaks. */
function belongingTo({ operations }: Fault): (said: Said) => boolean {
  const groups = groupsOf({ operations })
  return ({ id, check }) => {
    const [on = ''] = id.split(' ', 1)
    const found = findOperation(on)
    if (!found || !groups.has(found.group)) return false
    return !consistency.has(check) || operations === '*' || operations.includes(found.id)
  }
}

/** First by the checks that name it, on some of what it breaks; by the whole run where nothing less shows it. */
async function judgeAlone(fault: Fault, { threads, seed, beside, whole, skip }: Circumstances): Promise<FaultRow> {
  const killers = killersOf(fault.id)
  const killed = new Set<string>()
  const fuzz = killers.some(isFuzz)
  let trouble: readonly string[] = []
  for (const [stage, only] of selectionsFor(fault, whole).entries()) {
    const [judged, clean] = await Promise.all([
      threads.run({ faults: [fault.id], only, seed, fuzz, skip, urgent: stage > 0 ? 'again' : urgencyOf([fault]) }),
      beside.accusations(only, fuzz, needsWire(fault)),
    ])
    trouble = [...new Set(judged.trouble)]
    const accused = new Set(clean.map(({ result }) => result))
    const kills = (one: Said) => one.verdict === fault.level && !accused.has(one.id)
    for (const one of judged.said.filter(kills)) killed.add(one.check)
    if (trouble.length === 0 && killers.every((check) => killed.has(check.id))) break
  }
  return rowOf(fault, killed, trouble)
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
