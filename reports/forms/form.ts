/** What each form of a report is given, and gives back. */
import type { Report, Sent } from '../../schemas/report.ts'
import type { Words } from '../model/words.ts'

/** What a form may need besides the report. */
export interface FormContext {
  /** Why the exit code is not 0; '' where it is. */
  readonly why: string
  readonly words: Words
  /** All exchanges of the run, where it was watched. */
  readonly sent?: readonly Sent[]
  /** Where files go. */
  readonly folder: string
  /** For `github`: the file of the job's summary, where there is one. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Writes a line on the screen. */
  readonly say: (line: string) => void
}

/** Writes a form and returns the path of what it wrote; null where that is none of its own. */
export type Write = (report: Report, context: FormContext) => Promise<string | null>
