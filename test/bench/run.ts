/**
 * How much a run costs beyond its requests: the wall time of `touchstone run` against that of the very same requests sent
 * by bare undici, both as processes of their own, start-up included, taken in turns. And how long a run takes on a target
 * that waits 50 ms before every answer, against what its requests take without a gap.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../../schemas/report.ts'
import { slow } from './latency.ts'
import { record } from './record.ts'
import { median, take, type Taken } from './take.ts'

const ROUNDS = 5
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'))

const recording = join(folder, 'requests.json')
writeFileSync(recording, JSON.stringify(await record()))
const out = join(folder, 'report')
const runs: Taken[] = []
const replays: Taken[] = []
for (let round = 0; round < ROUNDS; round++) {
  runs.push(await take(here('../../cli/touchstone.js'), ['run', '--seed', '1', '--fuzz', '0', '--out', out]))
  replays.push(await take(here('./replay.ts'), [recording]))
}
const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
rmSync(folder, { recursive: true })

const run = median(runs.map((one) => one.ms))
const replay = median(replays.map((one) => one.ms))
const peak = Math.max(...runs.map((one) => one.peakMb))
const late = await slow()
const lanes = late.lanes.map(
  ({ lane, end, requests }) => `${lane} at ${(end / 1000).toFixed(1)} s (${requests} requests)`,
)
const lines = [
  `requests            ${report.requests}`,
  `verdicts            ${report.executed}`,
  `run, wall time      ${(run / 1000).toFixed(2)} s (median of ${ROUNDS})`,
  `replay, wall time   ${(replay / 1000).toFixed(2)} s`,
  `ratio               ${(run / replay).toFixed(2)} (at most 3)`,
  `peak memory         ${peak.toFixed(0)} MB (at most 400)`,
  `at 50 ms latency    ${(late.ms / 1000).toFixed(2)} s for ${late.requests} requests, ${late.concurrency} at a time`,
  `ratio               ${late.ratio.toFixed(2)} of requests × 50 ms ÷ concurrency (at most 1.6)`,
  `lanes that end last ${lanes.join(', ')}`,
]
process.stdout.write(`${lines.join('\n')}\n`)
if (run / replay > 3 || peak > 400 || late.ratio > 1.6) process.exitCode = 1
