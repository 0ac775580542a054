/** For a GitHub job: the summary on the job's page, and annotations of what is worst. */
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import type { Report } from '../../schemas/report.ts'
import { causesOf } from '../model/grouping.ts'
import type { FormContext } from './form.ts'
import { headline, plural } from '../model/headline.ts'
import { markdown } from './markdown.ts'

/** GitHub shows ten annotations of a sort for a step, and drops the others without a word. */
const MOST = 10

const KINDS = { error: 'error', fail: 'error', warn: 'warning' } as const

/** Neither ends the command nor begins another. */
const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** The workflow commands, one a line: one a cause, the worst first. */
export function annotations(report: Report, why: string): readonly string[] {
  const command = (kind: string, title: string, text: string) => `::${kind} title=${property(title)}::${data(text)}`
  const all = (['error', 'fail', 'warn'] as const).flatMap((verdict) =>
    causesOf(report.results, verdict).map(({ check, checks, clause, first, results }) => {
      const operations = new Set(results.map(({ operation }) => operation)).size
      const others =
        (operations > 1 ? ` and on ${plural(operations - 1, 'other operation')}` : '') +
        (checks.length > 1 ? `, and by ${plural(checks.length - 1, 'other check')}` : '')
      const got = first.got === undefined || first.message.includes(first.got) ? '' : `\ngot: ${first.got}`
      return {
        kind: KINDS[verdict],
        text: command(
          KINDS[verdict],
          `${first.operation} ${check}`,
          `${first.message} (${clause}; on ${first.operation}${others})${got}`,
        ),
      }
    }),
  )
  const shown = (['error', 'warning'] as const).flatMap((kind) =>
    all.filter((one) => one.kind === kind).slice(0, kind === 'error' ? MOST - 1 : MOST),
  )
  const rest = all.length - shown.length
  const ending =
    report.exitCode === 0
      ? command('notice', 'Touchstone', headline(report, why))
      : command(
          'error',
          'Touchstone',
          `${headline(report, why)} Exit code ${report.exitCode}: ${why}.${rest > 0 ? ` ${plural(rest, 'cause')} more in the summary.` : ''}`,
        )
  return [...shown.map(({ text }) => text), ending]
}

/** Text for the screen in which a target has its say: within a GitHub job, no line of it is taken for a command. */
export function withoutCommands(text: string, env: FormContext['env']): string {
  if (env['GITHUB_ACTIONS'] !== 'true') return text
  const word = randomUUID()
  return `::stop-commands::${word}\n${text}\n::${word}::`
}

/** Annotates, and adds the summary to that of the job; returns null, for no file of the report's own is written. */
export function tellGithub(report: Report, { why, words, env, say }: FormContext): Promise<null> {
  for (const line of annotations(report, why)) say(line)
  const file = env['GITHUB_STEP_SUMMARY']
  if (file) appendFileSync(file, markdown(report, why, words))
  else say('no summary of the job was written: GITHUB_STEP_SUMMARY, which names its file, is not set')
  return Promise.resolve(null)
}
