/** `run --resume`: what an interrupted run was asked to do, and whether another may go on with it. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import * as z from 'zod'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import { openJournal, readJournal } from '../../fixtures/journal.ts'
import { linesIn, wholeLines } from '../../fixtures/lines.ts'
import { digestOf } from '../../schemas/digest.ts'
import type { Leftover, Resumed, Result } from '../../schemas/report.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { RESULTS } from '../../suites/run/saved.ts'
import { say } from '../terminal/say.ts'
import { version } from '../version.ts'
import { cleanedInWords } from './cleaned.ts'

const heading = z.strictObject({
  touchstone: z.string(),
  run: z.string(),
  started: z.string(),
  seed: z.number(),
  /** What it judged by. */
  code: z.string(),
  plan: z.string(),
  /** What it was told, in words or, where these may be secret, as a digest. */
  told: z.record(z.string(), z.string()),
  /** The flags that the user gave, but for those that may be secret. */
  flags: z.record(z.string(), z.unknown()),
})
/** The first line of each run in `results.jsonl`; the runs of one file went on with each other. */
export type Heading = z.infer<typeof heading>

/** What decides what is sent and what is said of it. How fast, and when to stop, may differ. */
function told({ target, ...options }: RunOptions): Heading['told'] {
  const given = (value: unknown) => JSON.stringify(value ?? null)
  // Our own server makes its identifiers anew each time.
  const own = options.embedded
    ? {}
    : {
        identifiers: given(target.identifiers),
        expendable: given(target.expendable),
        lookup: given(target.lookup),
        prepare: given(target.prepare),
        vocabulary: given(target.vocabulary),
        auth: given(target.auth),
        omit: given(target.omit),
        sample: `${Object.keys(target.sample).join(', ')} (${digestOf(target.sample).slice(0, 12)})`,
        headers: `${Object.keys(target.headers).join(', ')} (${digestOf(target.headers).slice(0, 12)})`,
      }
  return {
    'the target': options.image ?? (options.embedded ? 'the embedded reference server' : target.baseUrl),
    ...own,
    '--allow': given(options.allow),
    '--only': given(options.only),
    '--skip': given(options.skip),
    '--fuzz': given(options.fuzz),
    '--shard': `${options.shard.index}/${options.shard.count}`,
    '--timeout': given(options.timeoutMs),
    '--settle': given(options.settleMs),
    'limits.badTokens': given(options.badTokens),
    '--insecure': given(options.tls?.insecure),
  }
}

/**
 * The runs that may be gone on with in this folder, the last of them last.
 * @throws UsageError where there is none
 */
export function interruptedIn(folder: string): readonly [Heading, ...Heading[]] {
  const file = join(folder, RESULTS)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(
      `--resume ${folder}: no interrupted run is in it (${RESULTS}: ${fileTrouble(error)}); give the --out of a run ` +
        `that was interrupted or killed`,
    )
  }
  try {
    const lines: unknown[] = wholeLines(text).map((line) => JSON.parse(line))
    const [first, ...rest] = lines.flatMap((line) => heading.safeParse(line).data ?? [])
    if (first) return [first, ...rest]
  } catch {
    // It is told below.
  }
  throw new UsageError(`${file} is not what an interrupted run has left; run without --resume`)
}

async function judgedBy(options: RunOptions): Promise<Pick<Heading, 'code' | 'plan'>> {
  const [{ briefDigestsOf }, { planOf }] = await Promise.all([
    import('../../suites/run/digests.ts'),
    import('../../suites/run/plan.ts'),
  ])
  return briefDigestsOf(planOf(options))
}

/**
 * The first line of what a run keeps.
 * @param flags as the user gave them
 * @throws UsageError where it may not go on with the run before, or the file is somebody else's
 */
export async function headingOf(
  options: RunOptions,
  started: Date,
  flags: Heading['flags'],
  before?: Heading,
): Promise<Heading> {
  if (!before && existsSync(join(options.out, RESULTS))) {
    try {
      interruptedIn(options.out)
    } catch {
      throw new UsageError(`--out ${options.out} holds a ${RESULTS} that Touchstone did not write; name another folder`)
    }
  }
  const judged = await judgedBy(options)
  if (before) mayGoOn(before, options, judged)
  return {
    touchstone: version(),
    run: options.run,
    started: started.toISOString(),
    seed: options.seed,
    ...judged,
    told: told(options),
    flags,
  }
}

/** Begins what a run keeps; what an earlier run has kept there is gone, but for one that is gone on with. */
export function beginKeeping({ out, resumes }: RunOptions, line: Heading): void {
  const file = join(out, RESULTS)
  if (!resumes?.length) rmSync(file, { force: true })
  linesIn(file).write(line)
}

/** @throws UsageError where what was judged would not be judged like this now */
function mayGoOn(before: Heading, options: RunOptions, judged: Pick<Heading, 'code' | 'plan'>): void {
  const refuse = (why: string): never => {
    throw new UsageError(`run ${before.run} can't be gone on with: ${why}`)
  }
  if (before.touchstone !== version())
    refuse(
      `touchstone ${before.touchstone} began it, and this is ${version()}; use that version, or leave --resume out`,
    )
  if (before.code !== judged.code) refuse('its checks are not those of this touchstone; leave --resume out')
  if (before.seed !== options.seed)
    refuse(`its seed is ${before.seed}, and not ${options.seed}; leave --seed or --resume out`)
  const now = told(options)
  for (const name of new Set([...Object.keys(before.told), ...Object.keys(now)]))
    if (before.told[name] !== now[name])
      refuse(
        `${name} differs: it was ${before.told[name] ?? 'not given'}, and is ${now[name] ?? 'not given'}; ` +
          `give what it was given, or leave --resume out`,
      )
  if (before.plan !== judged.plan) refuse('it was to judge something else; leave --resume out')
}

/** Deletes what the interrupted runs left on the target; what can't be deleted is returned. */
export async function cleanedUp(before: readonly Heading[], options: RunOptions): Promise<readonly Leftover[]> {
  // The journal may be that of many runs, and long.
  if (before.length === 0) return []
  const runs = new Set(before.map(({ run }) => run))
  const file = join(options.out, 'journal.jsonl')
  // Our own server and a container are gone with their run.
  if (options.embedded || options.image !== undefined || !existsSync(file)) return []
  const { cleanUp, countOf, unfinished } = await import('../../suites/run/cleanup.ts')
  const todo = unfinished(readJournal(file).filter(({ run }) => runs.has(run)))
  if (countOf(todo) === 0) return []
  const cleaned = await cleanUp(todo, options, openJournal(options.out, options.run))
  say(`what the interrupted run left: ${cleanedInWords(cleaned)}`)
  return cleaned.leftovers
}

/** What the report says of the runs that this one went on with. */
export const resumedOf = (before: readonly Heading[], results: readonly Result[]): readonly Resumed[] =>
  before.map(({ run, started }) => ({
    run,
    started,
    results: results.filter(({ keptFrom }) => keptFrom === run).length,
  }))

/** Takes away what was kept, where nothing is left to go on with; else says how to. */
export function keepOrDrop(options: RunOptions, { planned, executed }: { planned: number; executed: number }): void {
  if (!options.resumes) return
  if (planned === executed) rmSync(join(options.out, RESULTS), { force: true })
  else if (executed > 0) say(`To go on with this run: touchstone run --resume ${relative('.', options.out) || '.'}`)
}

/** Flags that hold the place of a file: an interrupted run may be gone on with from another folder. */
const places: readonly string[] = ['target', 'baseline', 'ca', 'cert', 'key']
/** Flags that no file may hold, or that are about one run alone. */
const unkept: readonly string[] = ['token', 'env', 'out', 'resume', 'lastFailed', 'seed']

/** The flags that a run keeps for one that goes on with it. */
export function keptFlags(flags: object, isGiven: (name: string) => boolean): Record<string, unknown> {
  const given = Object.entries(flags).filter(([name]) => isGiven(name) && !unkept.includes(name))
  const whole = (name: string, value: unknown) =>
    places.includes(name) && typeof value === 'string' ? resolve(value) : value
  return Object.fromEntries(given.map(([name, value]) => [name, whole(name, value)]))
}
