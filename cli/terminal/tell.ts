/** Tells a report in the forms that were asked for. */
import { relative } from 'node:path'
import { styleText } from 'node:util'
import { Option } from 'commander'
import { reporters, wants, writeForms, type Reporter } from '../../reports/forms/forms.ts'
import { withoutCommands } from '../../reports/forms/github.ts'
import { writeJson } from '../../reports/forms/json.ts'
import { brief, summary, type Paint } from '../../reports/screen/terminal.ts'
import { wrap } from './wrap.ts'
import type { Words } from '../../reports/model/words.ts'
import type { Report, Sent } from '../../schemas/report.ts'
import { say } from './say.ts'

export type { Reporter }

/** `--reporter`, for every command that makes a report. */
export const reporterOption = (): Option =>
  new Option('--reporter <name...>', 'forms of the report; report.json is always written')
    .choices(reporters)
    .default(['terminal'], 'terminal')

/** How a report is told, besides in the forms that were asked for. */
export interface Telling {
  /** Why the exit code is not 0; '' where it is. */
  readonly why: string
  readonly folder: string
  readonly asked: readonly Reporter[]
  readonly words: Words
  /** Shown on the screen above the summary. */
  readonly figures?: string
  /** All exchanges of the run, where it was watched. */
  readonly sent?: readonly Sent[]
  /** Only the verdict, the first causes, and where everything is. */
  readonly quiet?: boolean
}

/** Writes `report.json` and every form that is asked for; the screen has the verdict whatever is asked for. */
export async function tell(report: Report, telling: Telling): Promise<void> {
  const { why, folder, asked, words, figures = '', sent, quiet = false } = telling
  const file = relative('.', writeJson(report, folder))
  const paint: Paint = (style, text) => styleText(style, text)
  const whole = !quiet && wants(asked, 'terminal')
  const screen = (text: string) => say(withoutCommands(wrap(text, process.stdout.columns), process.env))
  if (whole) screen(`\n${[...(figures ? [figures] : []), summary(report, file, why, words, paint)].join('\n\n')}`)
  const aside = quiet ? () => undefined : say
  const context = { why, words, folder, env: process.env, say, ...(sent ? { sent } : {}) }
  for (const path of await writeForms(asked, report, context)) aside(`wrote ${relative('.', path)}`)
  if (!whole) screen(brief(report, file, why, words, paint))
}
