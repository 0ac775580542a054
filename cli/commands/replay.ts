import { dirname, join, relative, resolve } from 'node:path'
import { Command } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { endingOf, type Findings } from '../../reports/model/exit-code.ts'
import { MIN_JUDGED } from '../../reports/model/judged.ts'
import { writeJson } from '../../reports/forms/json.ts'
import { buildReport } from '../../reports/model/report.ts'
import type { Result } from '../../schemas/report.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { nearest } from '../../schemas/nearest.ts'
import { readEarlier, type EarlierReport } from '../steps/earlier-report.ts'
import { addJudgedOption, addPaceOptions, addTargetOptions, listed, type RunFlags } from '../options/flags.ts'
import { addImageOptions } from '../options/image.ts'
import { keepLogs, named } from '../steps/on-target.ts'
import { resolveRun, type Resolved } from '../options/options.ts'
import { withTargetHere } from '../options/target-here.ts'
import { prepareOut } from '../steps/out.ts'
import { selectionFor } from '../steps/selection.ts'
import { say } from '../terminal/say.ts'
import { version } from '../version.ts'
import { judge } from './run.ts'

type Flags = Pick<
  RunFlags,
  | 'target'
  | 'baseUrl'
  | 'token'
  | 'projectId'
  | 'environmentId'
  | 'wait'
  | 'allow'
  | 'image'
  | 'port'
  | 'env'
  | 'concurrency'
  | 'rate'
  | 'timeout'
  | 'settle'
  | 'maxRequests'
  | 'minJudged'
> & {
  readonly report: string
  readonly out: string
}
type Earlier = EarlierReport['results'][number]

/** Runs one result of an earlier report again, with its seed and its options, and tells it whole. */
async function replay(id: string, flags: Flags): Promise<number> {
  const earlier = readEarlier(flags.report)
  const found = earlier.results.find((one) => one.id === id)
  if (!found)
    throw new UsageError(
      `${flags.report} has no result '${id}'; ${nearest(
        id,
        earlier.results.map((one) => one.id),
      )}`,
    )
  const only = await selectionFor(found)
  const again = flagsOf(earlier, flags, only)
  // The embedded server is no target of a file.
  const run = earlier.options.embedded && again.baseUrl === undefined ? again : withTargetHere(again)
  const resolved = await resolveRun(run, process.env, flags.out)
  const { options: made } = resolved
  const before = earlier.options
  const options: RunOptions = {
    ...made,
    target: { ...made.target, identifiers: { ...namedThen(earlier), ...made.target.identifiers } },
    // A result that a monitor reached is reached again without what is fuzzed.
    fuzz: found.check.startsWith('fuzz/') ? Math.max(1, before.fuzz ?? 0) : 0,
    concurrency: flags.concurrency ?? before.concurrency ?? made.concurrency,
    rate: flags.rate ?? before.rate ?? made.rate,
    timeoutMs: flags.timeout ?? before.timeoutMs ?? made.timeoutMs,
    settleMs: flags.settle ?? before.settleMs ?? made.settleMs,
    ...(found.fuzz ? { replay: { id, fuzz: exactly(found.fuzz) } } : {}),
  }
  try {
    return await replayWith({ ...resolved, options }, found, flags)
  } finally {
    await resolved.close()
  }
}

/** The identifiers that may have come by flags; what the target file or the flags of today say goes before them. */
function namedThen({ options: { target } }: EarlierReport): Readonly<Record<string, string>> {
  const names = Object.entries(target?.identifiers ?? {})
  return Object.fromEntries(names.filter(([name]) => name === 'projectId' || name === 'environmentId'))
}

function flagsOf(earlier: EarlierReport, flags: Flags, only: readonly string[]): RunFlags {
  // What was permitted on one target is not permitted on another.
  const { image } = earlier.options
  const elsewhere =
    (flags.baseUrl !== undefined && flags.baseUrl !== earlier.target.baseUrl) ||
    (flags.image !== undefined && flags.image !== image)
  // Where no other target is named, an image is brought up anew: what it served at is gone.
  const addressed = flags.baseUrl !== undefined || Boolean(process.env['TOUCHSTONE_BASE_URL'])
  const again = flags.image === undefined && !addressed && image !== undefined
  const unnamed = flags.target === undefined && flags.image === undefined && !addressed && !again
  return {
    ...(elsewhere || flags.target !== undefined ? {} : { allow: earlier.target.allowed }),
    ...given(flags),
    ...(again ? { image } : {}),
    ...(unnamed && !earlier.options.embedded ? { baseUrl: earlier.target.baseUrl } : {}),
    seed: earlier.seed,
    only,
    shard: { index: 1, count: 1 },
    wait: flags.wait,
  } as RunFlags
}

const given = (flags: Flags): Partial<Flags> =>
  Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined))

const exactly = ({ property, seed, path, payload }: NonNullable<Earlier['fuzz']>) => ({ property, seed, path, payload })

async function replayWith(resolved: Resolved, found: Earlier, flags: Flags): Promise<number> {
  const { options } = resolved
  prepareOut(options.out)
  say(`touchstone ${version()} replays '${found.id}' of ${flags.report} on ${named(options)}`)
  say(`seed ${options.seed}${found.fuzz ? `, path ${found.fuzz.path}` : ''}; it was '${found.verdict}'`)
  const started = new Date()
  const { findings: all, options: judged } = await judge(resolved, flags.wait)
  const results = all.results.filter(({ id }) => id === found.id)
  const findings: Findings = { ...all, results, planned: 1, executed: results.length, unheld: [] }
  const { minJudged = MIN_JUDGED } = options
  const ending = endingOf(findings, { bail: false, failOn: 'warn', minJudged })
  const circumstances = { touchstone: version(), options: judged, failOn: 'warn' as const, started, ended: new Date() }
  const file = writeJson(buildReport(findings, ending, circumstances), options.out)
  const [result] = results
  say(`\n${result ? verdictLines(result) : `It was not reached: ${ending.why}`}`)
  say(
    `\nEverything, with the requests and responses: ${relative('.', file)}; what was created for it: ${relative('.', join(options.out, 'journal.jsonl'))}`,
  )
  keepLogs(resolved, judged, ending.exitCode)
  return ending.exitCode
}

/** A result as a person reads it: what was sent in order, each as a line for a shell, and what came. */
function verdictLines({ verdict, message, expected, got, evidence, reason, supply }: Result): string {
  const lines = [
    `${verdict}: ${message}`,
    ...(expected === undefined ? [] : [`  expected ${expected}`]),
    ...(got === undefined ? [] : [`  got      ${got}`]),
    ...(reason === undefined ? [] : [`  reason   ${reason}`]),
    ...(supply === undefined ? [] : [`  decide   ${supply}`]),
    ...evidence.flatMap(({ curl, response, failure }) => [
      `  ${curl}`,
      `    ${response ? `${response.status} ${response.body.slice(0, 300)}` : `no response: ${failure ?? ''}`}`,
    ]),
  ]
  return lines.join('\n')
}

export function replayCommand(end: (exitCode: number) => void): Command {
  const target = addTargetOptions(
    new Command('replay').description('judge one result of an earlier report again, with the same seed and payload'),
    'without a target, that of the report',
  )
  return addImageOptions(addJudgedOption(addPaceOptions(target, 'as in the report')))
    .argument('<result-id>', "the result, as 'application.create fuzz/shown'")
    .requiredOption('--report <file>', 'the report.json that holds it')
    .option('--allow <effect...>', 'effects to permit (default: as in the report)', listed)
    .option('--out <dir>', 'the folder for its own report (default: replay/ beside the report)')
    .action(async (id: string, flags: Omit<Flags, 'out'> & { readonly out?: string }) =>
      end(await replay(id, { ...flags, out: resolve(flags.out ?? join(dirname(flags.report), 'replay')) })),
    )
}
