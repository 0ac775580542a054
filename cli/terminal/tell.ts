/** Tells a report in the forms that were asked for. */
import { relative } from 'node:path'
import { styleText } from 'node:util'
import { Option } from 'commander'
import { reporters, wants, writeForms, type Reporter } from '../../reports/forms/forms.ts'
import { withoutCommands } from '../../reports/forms/github.ts'
import { writeJson } from '../../reports/forms/json.ts'
import { summary } from '../../reports/forms/terminal.ts'
import type { Words } from '../../reports/model/words.ts'
import type { Report } from '../../schemas/report.ts'
import { say } from './say.ts'

export type { Reporter }

/** `--reporter`, for every command that makes a report. */
export const reporterOption = (): Option =>
  new Option('--reporter <name...>', 'forms of the report; report.json is always written')
    .choices(reporters)
    .default(['terminal'], 'terminal')

/**
 * Writes `report.json` and every form that is asked for.
 * @param why the exit code is not 0; '' where it is
 * @param figures shown on the screen above the summary
 */
export async function tell(
  report: Report,
  why: string,
  folder: string,
  asked: readonly Reporter[],
  words: Words,
  figures = '',
): Promise<void> {
  const file = writeJson(report, folder)
  if (wants(asked, 'terminal')) {
    const told = summary(report, relative('.', file), why, words, (style, text) => styleText(style, text))
    say(`\n${withoutCommands([...(figures ? [figures] : []), told].join('\n\n'), process.env)}`)
  }
  const told = { why, words, folder, env: process.env, say }
  for (const path of await writeForms(asked, report, told)) say(`wrote ${relative('.', path)}`)
}
