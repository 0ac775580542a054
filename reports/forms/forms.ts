/** The forms of a report, by the names that `--reporter` takes. */
import { join } from 'node:path'
import type { Report } from '../../schemas/report.ts'
import { allureFolder, dropSpareFolder } from '../reuse-folder.ts'
import type { FormContext, Write } from './form.ts'

/** Each is loaded only where it is asked for. */
const forms = {
  html: async (report, { why, words, folder }) =>
    (await import('../html/write.ts')).writeHtml(report, why, words, folder),
  junit: async (report, { why, folder }) => (await import('./junit.ts')).writeJunit(report, why, folder),
  markdown: async (report, { why, words, folder }) =>
    (await import('./markdown.ts')).writeMarkdown(report, why, words, folder),
  github: async (report, context) => (await import('./github.ts')).tellGithub(report, context),
  allure: async (report, { words, folder }) => (await import('./allure.ts')).writeAllure(report, words, folder),
  badge: async (report, { folder }) => (await import('./badge.ts')).writeBadge(report, folder),
  ctrf: async (report, { why, folder }) => (await import('./ctrf.ts')).writeCtrf(report, why, folder),
  har: async (report, { folder, sent }) => (await import('./har.ts')).writeHar(report, folder, sent),
} satisfies Record<string, Write>

type Form = keyof typeof forms
const formNames = Object.keys(forms) as readonly Form[]

/** What `--reporter` takes. `json` is written whatever is asked for; `terminal` is the command line's own. */
export const reporters = ['terminal', 'json', ...formNames, 'all'] as const
export type Reporter = (typeof reporters)[number]

/** Files and folders that forms leave: those of an earlier run would be taken for this one's. */
export const outputFiles = [
  'report.json',
  'report.html',
  'junit.xml',
  'summary.md',
  'badge.svg',
  'ctrf.json',
  'run.har',
  allureFolder,
] as const

/** Whether this one is asked for, by its name or by `all`. */
export const wants = (asked: readonly Reporter[], one: Reporter): boolean =>
  asked.includes(one) || asked.includes('all')

/** `all` means what makes sense here: annotations are for a GitHub job alone, unless they are asked for by name. */
function asksFor(asked: readonly Reporter[], form: Form, env: FormContext['env']): boolean {
  if (asked.includes(form)) return true
  return asked.includes('all') && (form !== 'github' || env['GITHUB_ACTIONS'] === 'true')
}

/** Writes the forms that are asked for; returns the paths of what they wrote. A form that can't be written says so. */
export async function writeForms(
  asked: readonly Reporter[],
  report: Report,
  context: FormContext,
): Promise<readonly string[]> {
  const wanted = formNames.filter((form) => asksFor(asked, form, context.env))
  const write = async (form: Form) => {
    try {
      return await forms[form](report, context)
    } catch (error) {
      // The findings are in report.json already: a full disk takes neither the verdict nor the other forms away.
      context.say(
        `the report's form '${form}' could not be written: ${error instanceof Error ? error.message : String(error)}`,
      )
      return null
    }
  }
  const written = await Promise.all(wanted.map(write))
  dropSpareFolder(join(context.folder, allureFolder))
  return written.filter((path) => path !== null)
}
