/**
 * What watching the specification costs under load: requests for each second of k6's processor time, of the journeys as
 * `touchstone load` sends them against the same requests from a bare script. That one runs as k6 runs any script; once more it runs
 * with the settings that `touchstone load` gives k6 (few tags, no more cores than it needs, garbage collected seldom), which tells what the oracles alone cost. All
 * run at one time: whatever else the machine does, it does to all. Each round is a ratio of its own, of which the median counts. What k6 takes to start is taken away from both: by
 * a short load beside each long one. The shell says what k6 took, to the end: looks at /proc, some times a second, missed the last
 * of it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startReference } from '../../fixtures/reference/serve.ts'
import { coresFor } from '../../load/k6/cores.ts'
import { findK6 } from '../../load/k6/find.ts'
import { startK6 } from '../../load/k6/start.ts'
import type { LoadOptions } from '../../load/options.ts'
import { loadOptions } from '../../load/resolve-options.ts'
import { dryRun } from '../../load/dry-run.ts'
import { optionsFor } from '../../suites/prove/options.ts'
import { median } from './take.ts'

const ROUNDS = 5
/** Requests a second, and seconds, of the long load. */
const RATE = 400
const SECONDS = 16
const BARE = '../../test/bench/bare.ts'
/** What is run, and what its shell does before it. */
const sorts = {
  journeys: { script: 'deploy.ts', first: '' },
  bare: { script: BARE, first: 'unset GOGC GOMEMLIMIT GOMAXPROCS' },
  trimmed: { script: BARE, first: 'export BENCH_TRIMMED=true' },
} as const
type Sort = keyof typeof sorts

interface Taken {
  readonly requests: number
  /** Seconds of processor time. */
  readonly cpu: number
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'))
const server = await startReference()
const k6 = await findK6(process.env, (line) => void process.stdout.write(`${line}\n`))
const options = optionsFor(server, { run: 'bench000', allow: ['deploy'], restarts: false, out: folder })

function loadFor(seconds: number): LoadOptions {
  const asked = { rate: RATE, durationMs: seconds * 1000, concurrency: 50, segment: undefined, sequence: undefined }
  // What runs at once before a load is in no figure, and the bare script has none of it.
  return {
    ...loadOptions({ scenario: 'deploy', profile: 'smoke', ...asked }, options, {}),
    together: { count: 0, perSecond: null },
  }
}

const { by } = k6
if (!('file' in by))
  throw new Error('processor time is told of a k6 on this machine only, and not of one in a container')
let taken = 0

/** A k6 that leaves in a file what processor time it took. */
function timed(file: string, first: string, into: string): string {
  const script = join(into, 'k6.sh')
  const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`)}'`
  const lines = [
    '#!/bin/sh',
    first,
    `${quoted(file)} "$@"`,
    'code=$?',
    `times > ${quoted(join(into, 'times'))}`,
    'exit $code',
  ]
  writeFileSync(script, `${lines.join('\n')}\n`, { mode: 0o755 })
  return script
}

/** Seconds that the shell says its children took: '0m1.230s 0m0.450s', of their own and of the system, in the second line. */
function secondsIn(times: string): number {
  const parts = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
}

async function take(file: string, sort: Sort, seconds: number): Promise<Taken> {
  const own = join(folder, String(taken++))
  mkdirSync(own)
  const places = {
    plan: join(own, 'plan.json'),
    summary: join(own, 'summary.json'),
    journal: join(own, 'journal.jsonl'),
  }
  writeFileSync(places.plan, JSON.stringify(dryRun(options, loadFor(seconds))))
  const { script, first } = sorts[sort]
  const asked = {
    run: options.run,
    script,
    segment: null,
    sequence: null,
    cores: coresFor(RATE, {}),
    token: server.token,
    headers: {},
  }
  const { code, said } = await startK6({ ...k6, by: { file: timed(file, first, own) } }, { ...asked, ...places }).ended
  const { requests, journeys } = JSON.parse(readFileSync(places.summary, 'utf8')) as Record<
    'requests' | 'journeys',
    number
  >
  if (code !== 0) throw new Error(`k6 ended with ${code}: ${said.join(' ')}`)
  // What tells of no journey costs little.
  const shown = sort === 'journeys' ? readFileSync(places.journal, 'utf8').split('"phase":"load"').length - 1 : journeys
  if (shown !== journeys) throw new Error(`${journeys} journeys, of which the journal tells ${shown}`)
  return { requests, cpu: secondsIn(readFileSync(join(own, 'times'), 'utf8')) }
}

/** Requests for a second of processor time, without what starting takes. */
async function perSecond(file: string, sort: Sort): Promise<number> {
  const [long, short] = [await take(file, sort, SECONDS), await take(file, sort, 1)]
  return (long.requests - short.requests) / (long.cpu - short.cpu)
}

const rounds: Readonly<Record<Sort, number>>[] = []
for (let round = 0; round < ROUNDS; round++) {
  const [journeys, bare, trimmed] = await Promise.all([
    perSecond(by.file, 'journeys'),
    perSecond(by.file, 'bare'),
    perSecond(by.file, 'trimmed'),
  ])
  rounds.push({ journeys, bare, trimmed })
}
await server.close()
rmSync(folder, { recursive: true })

const list = (numbers: readonly number[], digits: number) =>
  `${median(numbers).toFixed(digits)} (${numbers.map((one) => one.toFixed(digits)).join(', ')})`
const of = (sort: Sort) => rounds.map((round) => round[sort])
const against = (sort: Sort) => rounds.map((round) => round.journeys / round[sort])
const ratio = median(against('bare'))
const lines = [
  `k6                             ${k6.version}`,
  `requests for a second of CPU   ${list(of('journeys'), 0)} with oracles`,
  `                               ${list(of('bare'), 0)} of a bare script`,
  `                               ${list(of('trimmed'), 0)} of a bare script with our settings of k6`,
  `ratio to the bare script       ${list(against('bare'), 2)}; at least 0.9`,
  `to the one with our settings   ${list(against('trimmed'), 2)}: what the oracles alone cost`,
]
process.stdout.write(`${lines.join('\n')}\n`)
if (ratio < 0.9) process.exitCode = 1
