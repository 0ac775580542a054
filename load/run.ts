/** One load run: calibrated, set up, sent by k6, judged, and cleaned up after. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NoVerdict } from '../fixtures/errors.ts'
import { masker } from '../fixtures/http/secrets.ts'
import type { Findings } from '../reports/model/exit-code.ts'
import type { State } from '../reports/screen/progress.ts'
import type { Load } from '../schemas/load.ts'
import type { RunOptions } from '../schemas/target.ts'
import { findingsOf } from './findings.ts'
import { joined } from './identifiers.ts'
import { coresFor } from './k6/cores.ts'
import type { K6 } from './k6/find.ts'
import { startK6 } from './k6/start.ts'
import { Lines } from './lines.ts'
import { Measure } from './measure.ts'
import { Identities } from './judge.ts'
import type { Loaded, LoadOptions, Summary } from './options.ts'
import type { JourneyLine } from './scripts/line.ts'
import { partOf } from './scripts/part.ts'
import type { Plan } from './scripts/plan.ts'
import type { CannotBegin } from './setup.ts'
import { cleanUpLoad } from './cleanup.ts'
import { prepare, Stopped, type Prepared } from './prepare.ts'
import { breakpoint } from './validity.ts'

export interface LoadHooks {
  progress(state: State): void
  readonly signal: AbortSignal
  /** Told how to end k6 at once, as soon as it runs. */
  running(kill: () => void): void
  /** Prints a line. */
  say(line: string): void
}

/** What the scripts are at, in words. */
const phases = { setup: 'at rest', together: 'all at once', begin: 'under load', load: 'under load' } as const

/** A line for each reason that keeps journeys from beginning. */
const leftOutLines = (cannotBegin: readonly CannotBegin[]): readonly string[] =>
  [...Map.groupBy(cannotBegin, ({ reason }) => reason).values()].flatMap((alike) => {
    const [first] = alike
    const names = joined(alike.map(({ weighted }) => weighted.journey.name))
    return first
      ? [
          `left out of the load: ${names}, for ${first.reason}${first.supply === null ? '' : `; what would help: ${first.supply}`}`,
        ]
      : []
  })

/** How often what the scripts tell is read, in milliseconds. */
const OFTEN = 250

function readSummary(file: string): Summary | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Summary
  } catch {
    return null
  }
}

/** How many journeys there are in what the scripts are at, and how many of them have ended. */
function extentOf(measure: Measure, { segment, sequence }: LoadOptions): { planned: number; done: number } {
  const { plan, phase, completed, ended } = measure
  if (phase === 'load' || phase === 'begin') return { planned: Math.round(measure.planned()), done: completed }
  const { count } = partOf(segment, sequence)
  const each = phase === 'setup' ? 2 : plan.together.count
  return { planned: Math.ceil(plan.journeys.length / count) * each, done: ended[phase] }
}

/** Has k6 send the load, and follows what it tells. */
async function send(
  k6: K6,
  plan: Plan,
  options: RunOptions,
  loadOptions: LoadOptions,
  hooks: LoadHooks,
): Promise<Loaded> {
  // Not beside the reports: what stands in payloads and headers may be secret.
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
  const summary = join(folder, 'summary.json')
  const file = join(folder, 'plan.json')
  writeFileSync(file, JSON.stringify(plan), { mode: 0o600 })
  const journal = join(options.out, 'journal.jsonl')
  const lines = new Lines(journal)
  const measure = new Measure(plan, loadOptions.share)
  const identities = new Identities()
  const cores = coresFor(loadOptions.requests * loadOptions.share, process.env)
  const running = startK6(k6, {
    run: options.run,
    script: `${loadOptions.scenario}.ts`,
    plan: file,
    journal,
    summary,
    segment: loadOptions.segment,
    sequence: loadOptions.sequence,
    outputs: loadOptions.outputs,
    summaryExport: loadOptions.summaryExport,
    cores,
    token: options.target.token,
    tls: options.tls,
    headers: options.target.headers,
  })
  const forget = () => rmSync(folder, { recursive: true, force: true })
  hooks.running(() => {
    running.kill()
    forget()
  })
  const stop = () => running.stop()
  if (hooks.signal.aborted) stop()
  hooks.signal.addEventListener('abort', stop)
  let gaveWay: Load['gaveWay'] = loadOptions.profile === 'breakpoint' ? null : undefined
  const follow = () => {
    for (const line of lines.read()) hear(line, options.run, measure, identities)
    hooks.progress({
      phase: phases[measure.phase],
      unit: 'journeys',
      ...extentOf(measure, loadOptions),
      failures: measure.broken.filter(({ check }) => check !== 'effect').length,
      requests: measure.requests,
    })
    if (gaveWay !== null) return
    const until = Math.floor((Date.now() - measure.started.getTime()) / measure.windowMs)
    gaveWay = breakpoint(measure, until)
    if (gaveWay) stop()
  }
  const following = setInterval(follow, OFTEN)
  try {
    const ended = await running.ended
    follow()
    return { measure, identities, ended, summary: readSummary(summary), gaveWay, cores }
  } finally {
    clearInterval(following)
    hooks.signal.removeEventListener('abort', stop)
    forget()
  }
}

/** Takes in one line of the journal. */
function hear(text: string, run: string, measure: Measure, identities: Identities): void {
  let line: { run?: string; event?: string; kind?: string; id?: string; name?: string }
  try {
    line = JSON.parse(text) as typeof line
  } catch {
    return
  }
  const { event, kind = '', id = '', name = '' } = line
  if (line.run !== run) return
  if (event === 'created') identities.created(kind, id, name)
  if (event === 'delete') identities.deleting(kind, id)
  // A line of this event is written by the scripts alone.
  if (event === 'journey') measure.add(line as unknown as JourneyLine)
}

/** Runs the load; what it made is deleted, whatever ends it. */
export async function runLoad(
  k6: K6,
  options: RunOptions,
  loadOptions: LoadOptions,
  hooks: LoadHooks,
): Promise<Findings> {
  const { clean } = masker(options)
  let loaded: Loaded | null = null
  let setup: Prepared | null = null
  let noVerdict: string | null = null
  try {
    setup = await prepare(options, loadOptions, hooks.signal)
    for (const line of leftOutLines(setup.cannotBegin)) hooks.say(clean(line))
    if (!hooks.signal.aborted) loaded = await send(k6, setup.plan, options, loadOptions, hooks)
  } catch (error) {
    if (!(error instanceof Stopped || error instanceof NoVerdict)) throw error
    if (error instanceof NoVerdict) noVerdict = error.message
  }
  const { leftovers, requests } = await cleanUpLoad(options)
  return findingsOf({
    k6,
    options,
    loadOptions,
    clean,
    loaded,
    noVerdict,
    serviceVersion: setup?.calibration.serviceVersion ?? '',
    observed: setup?.calibration.observed ?? {},
    cannotBegin: setup?.cannotBegin ?? [],
    interrupted: hooks.signal.aborted,
    leftovers,
    requests: requests + (setup?.requests ?? 0) + (loaded?.measure.requests ?? 0),
  })
}
