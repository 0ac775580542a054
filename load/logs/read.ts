/** Reads what the machines of a load have printed. */
import { readFileSync } from 'node:fs'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import type { Entry } from '../../fixtures/journal.ts'
import type { JourneyLine } from '../scripts/line.ts'
import type { Plan } from '../scripts/plan.ts'
import type { About } from './about.ts'

/** A line that tells the plan, at the start of each machine's part. */
interface PlanLine {
  readonly event: 'plan'
  readonly segment: string | null
  readonly plan: Plan & { readonly about: About }
}

/** A line that ends each machine's part. */
interface EndLine {
  readonly event: 'end'
  readonly journeys: number
  readonly dropped: number
}

export interface Logged {
  readonly plans: readonly PlanLine[]
  readonly ends: readonly EndLine[]
  /** Those before the load first: what comes later is held against them. */
  readonly journeys: readonly JourneyLine[]
  /** What became of records, as a journal has it. */
  readonly entries: readonly (Entry & { readonly run: string })[]
}

const ASK = 'give what the pods of a load printed, as kubectl logs shows it'
const order = { begin: 0, setup: 1, together: 2, load: 3 } as const

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${fileTrouble(error)}; ${ASK}`)
  }
}

/** Whatever a tool puts before a line (a pod's name, a time) is passed over. */
function parsed(line: string): { readonly run: string; readonly event: string } | null {
  const at = line.indexOf('{"run":')
  if (at < 0) return null
  try {
    return JSON.parse(line.slice(at)) as { run: string; event: string }
  } catch {
    return null
  }
}

/**
 * @throws UsageError where a file can't be read, or they hold no load, or more than one
 */
export function readLogs(files: readonly string[]): Logged {
  // A log that was followed twice, or is in two files, counts once: no two lines of a load are the same.
  const lines = new Set(
    files.flatMap((file) =>
      textOf(file)
        .split('\n')
        .map((line) => line.slice(Math.max(0, line.indexOf('{"run":')))),
    ),
  )
  const all = [...lines].flatMap((line) => parsed(line) ?? [])
  const runs = [...new Set(all.map(({ run }) => run))]
  if (runs.length === 0) throw new UsageError(`${files.join(', ')}: no line of a load stands in it; ${ASK}`)
  if (runs.length > 1)
    throw new UsageError(`these are logs of ${runs.length} loads, ${runs.join(', ')}; give those of one`)
  // Each line was written by our own scripts, which say by its event what it is.
  const of = <T>(...events: readonly string[]) => all.filter(({ event }) => events.includes(event)) as unknown as T[]
  const plans = of<PlanLine>('plan')
  if (plans.length === 0)
    throw new UsageError(
      `the lines with which its parts begin are missing: the logs are cut off at their start; ${ASK}`,
    )
  return {
    plans,
    ends: of<EndLine>('end'),
    journeys: of<JourneyLine>('journey').toSorted((a, b) => order[a.phase] - order[b.phase]),
    entries: of<Entry & { run: string }>('create', 'created', 'answered', 'unmade', 'delete', 'deleted'),
  }
}
