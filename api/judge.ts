import { prepareOut } from '../cli/steps/out.ts'
import { withTarget } from '../cli/steps/with-target.ts'
import { resolveRun } from '../cli/options/options.ts'
import { wordsOf } from '../cli/terminal/words.ts'
import { version } from '../cli/version.ts'
import { writeForms } from '../reports/forms/forms.ts'
import { writeJson } from '../reports/forms/json.ts'
import { endingOf } from '../reports/model/exit-code.ts'
import { buildReport } from '../reports/model/report.ts'
import type { Report } from '../schemas/report.ts'
import { startRun } from '../suites/groups/start.ts'
import { emptyShard } from '../suites/run/selected.ts'
import { declare, type Framework } from './declare.ts'
import { flagsOf, type JudgeOptions } from './options.ts'

/** What could not be written is told where a program's own troubles are. */
const warn = (line: string) => void process.stderr.write(`${line}\n`)

/** A report, and why its exit code is not 0; '' where it is. */
async function run(given: JudgeOptions): Promise<{ report: Report; why: string }> {
  const { out = 'touchstone-report', failOn = 'fail', wait = 0, reporter = [], progress = () => undefined } = given
  const { signal = new AbortController().signal } = given
  const resolved = await resolveRun(flagsOf(given), process.env, out)
  try {
    emptyShard(resolved.options)
    prepareOut(resolved.options.out)
    const started = new Date()
    const watcher = { say: () => undefined, signal }
    const { options, findings } = await withTarget(resolved, wait, watcher, (found, restart) =>
      startRun(found, { progress, signal, ...(restart ? { restart } : {}) }),
    )
    const { bail, minJudged } = options
    const ending = endingOf(findings, { bail, failOn, ...(minJudged === undefined ? {} : { minJudged }) })
    const circumstances = { touchstone: version(), options, failOn, started, ended: new Date() }
    const report = buildReport(findings, ending, circumstances)
    writeJson(report, options.out)
    const { why } = ending
    await writeForms(reporter, report, {
      why,
      words: await wordsOf(),
      folder: options.out,
      env: process.env,
      say: warn,
    })
    return { report, why: ending.why }
  } finally {
    await resolved.close()
  }
}

/**
 * Judges a target, as `touchstone run` does, without a word on the screen; report.json is written all the same.
 * @returns the report; its `exitCode` is 0, 1, 3 or 130
 * @throws UsageError where an option or the target file is wrong; nothing was sent then
 */
export async function judge(options?: JudgeOptions): Promise<Report>
/**
 * Judges a target, then declares what came of it in a test framework: a suite a group, a test a result, and one for the verdict.
 * Await it at the top of a test file: `await judge({ baseUrl, token }, { describe, test })`, with vitest's or node:test's own.
 * @throws UsageError where an option or the target file is wrong; nothing was sent then
 */
export async function judge(options: JudgeOptions, framework: Framework): Promise<void>
export async function judge(options: JudgeOptions = {}, framework?: Framework): Promise<Report | void> {
  const { report, why } = await run(options)
  if (!framework) return report
  declare(report, why, framework)
}
