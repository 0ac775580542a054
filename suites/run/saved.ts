/** What a run keeps of each operation as soon as it is judged, so that another run can go on where it was stopped: `results.jsonl`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { linesIn, wholeLines } from '../../fixtures/lines.ts'
import type { OperationId } from '../../schemas/registry.ts'
import type { Result } from '../../schemas/report.ts'
import type { RunOptions } from '../../schemas/target.ts'
import type { SavedResponses } from './responses.ts'
import type { SavedMet } from './met.ts'
import type { SavedVotes } from './consistency.ts'
import type { SavedTally } from './tally.ts'

/** The file, in the folder of the reports. A run that has ended whole takes it away. */
export const RESULTS = 'results.jsonl'

/** A machine that loses its power loses what was judged in its last second, in milliseconds: that is judged again. */
const REST = 1000

/** One operation that is judged, and what the run has learned since it kept the one before. */
export interface Step {
  readonly run: string
  readonly operation: OperationId
  /** What it was judged in; each is kept by itself. */
  readonly phase: 'turn' | 'late' | 'fuzz'
  /** But for those that wait for what other operations show. */
  readonly results: readonly Result[]
  readonly votes: SavedVotes
  readonly counts: SavedTally['counts']
  readonly said: SavedTally['said']
  readonly answers: SavedResponses
  readonly met: SavedMet
  /** Of this run and those that it went on with. */
  readonly requests: number
  readonly badTokens: number
  readonly serviceVersion: string
}

export interface Saving {
  /** @param step as JSON, without secrets */
  writeJson(step: string): void
}

/** Where a run keeps what it judges, and what interrupted runs have kept there, the oldest first. */
export interface Resuming {
  /** Left out, nothing is kept: of runs in this very process. */
  readonly saving?: Saving
  readonly before?: readonly Step[]
}

/** What a run keeps in the folder of its reports, and what the runs that it goes on with have kept there. */
export function resumingIn({ out, resumes }: Pick<RunOptions, 'out' | 'resumes'>): Resuming {
  if (!resumes) return {}
  return { saving: linesIn(join(out, RESULTS), REST), before: resumes.length === 0 ? [] : savedIn(out, resumes) }
}

/** What the file holds this very version wrote: digests in its first line say so. */
function savedIn(out: string, runs: readonly string[]): readonly Step[] {
  const lines = wholeLines(readFileSync(join(out, RESULTS), 'utf8')).map((line) => JSON.parse(line) as Partial<Step>)
  return lines.filter((line): line is Step => line.operation !== undefined && runs.includes(line.run ?? ''))
}
