/**
 * What does a run cost beyond its requests? Each server is a process of its own, at home (the reference server) and away (the
 * second server), and the target file says where created records go and no more, or where they are listed as well. The wall
 * time of `touchstone run` is held against that of the very same requests sent by bare undici, start-up included; at 50 ms
 * latency, against what the requests take without a gap; and on servers that show late, no second may be idle.
 * Arguments name what is measured; without any, everything is.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../schemas/report.ts'
import { record } from './record.ts'
import { served, settled, targetFile } from './served.ts'
import { median, take, type Taken } from './take.ts'

const ROUNDS = 3
/** Of a run's wall time against that of its bare requests, and at 50 ms against requests × 50 ms ÷ concurrency. */
const MOST = { bare: 2.5, slow: 1.15, idleMs: 1000, peakMb: 350, requests: 7000 } as const
const LATENCY = 50
const CONCURRENCY = 8

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'))
const out = join(folder, 'report')
const over: string[] = []

const say = (line: string) => void process.stdout.write(`${line}\n`)
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
function hold(what: string, value: number, most: number): string {
  if (value > most) over.push(what)
  return `${value.toFixed(2)} (at most ${most})`
}

async function run(file: string): Promise<Taken & { readonly report: Report }> {
  const args = ['run', '--target', file, '--allow', 'all', '--seed', '1', '--fuzz', '0', '--out', out]
  const taken = await take(here('../../cli/touchstone.js'), args)
  return { ...taken, report: JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report }
}

function sayPace({ pace }: Report): void {
  if (!pace) return
  say(`  idle ${seconds(pace.idleMs)} in all, ${seconds(pace.longestIdleMs)} at most at a time`)
  for (const [why, { times, ms }] of Object.entries(pace.waits).slice(0, 6))
    say(`  waited ${seconds(ms)} in sum, ${times} times, for ${why}`)
}

/** A replay leaves what it creates, under identifiers that it does not know: each round has a server of its own. */
async function round(args: readonly string[], lookup: boolean): Promise<[Awaited<ReturnType<typeof run>>, Taken]> {
  const server = await served(args)
  try {
    const ran = await run(targetFile(folder, server, lookup))
    await settled(server)
    const recording = join(folder, 'requests.json')
    writeFileSync(recording, JSON.stringify(await record(server, lookup)))
    await settled(server)
    return [ran, await take(here('./replay.ts'), [recording])]
  } finally {
    await server.close()
  }
}

async function againstBare(name: string, args: readonly string[], lookup: boolean): Promise<void> {
  const [runs, replays]: [Awaited<ReturnType<typeof run>>[], Taken[]] = [[], []]
  for (let nth = 0; nth < ROUNDS; nth++) {
    const [ran, replayed] = await round(args, lookup)
    runs.push(ran)
    replays.push(replayed)
  }
  const [wall, bare] = [runs, replays].map((all) => median(all.map(({ ms }) => ms))) as [number, number]
  const report = runs.at(-1)?.report
  if (!report) throw new Error(`${name} was never measured`)
  say(`${name}: ${report.requests} requests, ${report.executed} results`)
  say(`  run ${seconds(wall)}, bare ${seconds(bare)}, ratio ${hold(`${name}: ratio`, wall / bare, MOST.bare)}`)
  say(`  requests ${hold(`${name}: requests`, report.requests, MOST.requests)}`)
  say(`  peak memory, MB ${hold(`${name}: memory`, Math.max(...runs.map(({ peakMb }) => peakMb)), MOST.peakMb)}`)
  sayPace(report)
}

async function once(name: string, args: readonly string[], judge: (report: Report) => string): Promise<void> {
  const server = await served(args)
  const { report } = await run(targetFile(folder, server, false))
  await server.close()
  say(`${name}: ${report.requests} requests, ${seconds(report.durationMs)}, ${judge(report)}`)
  sayPace(report)
}

const slowly = (name: string) => (report: Report) => {
  const least = (report.requests * LATENCY) / CONCURRENCY
  return `ratio ${hold(`${name}: ratio`, report.durationMs / least, MOST.slow)} of requests × ${LATENCY} ms ÷ ${CONCURRENCY}`
}
const restless = (name: string) => (report: Report) =>
  `longest idle, ms ${hold(`${name}: idle`, report.pace?.longestIdleMs ?? Infinity, MOST.idleMs)}`

const AWAY = ['--away']
const variant = (name: string) => ['--variant', name]
const latency = ['--latency', String(LATENCY)]

/** Everything that is measured, by name. */
const measurements: Readonly<Record<string, (name: string) => Promise<void>>> = {
  home: (name) => againstBare(name, [], false),
  'home, with lookup': (name) => againstBare(name, [], true),
  away: (name) => againstBare(name, AWAY, false),
  'home at 50 ms': (name) => once(name, latency, slowly(name)),
  'away at 50 ms': (name) => once(name, [...AWAY, ...latency], slowly(name)),
  ...Object.fromEntries(
    ['deploy/settles-later', 'writes/seen-later', 'habits/older-copies'].map((id) => [
      id,
      (name: string) => once(name, variant(id), restless(name)),
    ]),
  ),
  ...Object.fromEntries(
    ['behaviour/slow-sight', 'behaviour/work-slowly'].map((id) => [
      `away ${id}`,
      (name: string) => once(name, [...AWAY, ...variant(id)], restless(name)),
    ]),
  ),
}

const wanted = process.argv.slice(2)
for (const name of wanted)
  if (!(name in measurements))
    throw new Error(`there is no measurement '${name}': ${Object.keys(measurements).join('; ')}`)
try {
  for (const [name, measure] of Object.entries(measurements))
    if (wanted.length === 0 || wanted.includes(name)) await measure(name)
} finally {
  rmSync(folder, { recursive: true })
}
if (over.length > 0) {
  say(`too much: ${over.join('; ')}`)
  process.exitCode = 1
}
