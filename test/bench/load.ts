/**
 * What watching the specification costs under load: requests for each second of k6's processor time, of the journeys as
 * `touchstone load` walks them against the same requests from a bare script, in turns. What k6 takes to start is taken away
 * from both: by a short load beside each long one.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startReference } from '../../fixtures/reference/serve.ts'
import { findK6 } from '../../load/k6/find.ts'
import { startK6 } from '../../load/k6/start.ts'
import type { LoadOptions } from '../../load/options.ts'
import { loadOptions } from '../../load/told.ts'
import { untried } from '../../load/untried.ts'
import { optionsFor } from '../../suites/prove/options.ts'
import { median } from './take.ts'

const ROUNDS = 3
/** Requests a second, and seconds, of the long load. */
const RATE = 200
const SECONDS = 10
const scripts = { journeys: 'deploy.ts', bare: '../../test/bench/bare.ts' } as const

interface Taken {
  readonly requests: number
  /** Seconds of processor time. */
  readonly cpu: number
}

const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'))
const server = await startReference()
const k6 = await findK6(process.env, (line) => void process.stdout.write(`${line}\n`))
const options = optionsFor(server, { run: 'bench000', allow: ['deploy'], restarts: false, out: folder })

function told(seconds: number): LoadOptions {
  const asked = { rate: RATE, durationMs: seconds * 1000, concurrency: 50, segment: undefined, sequence: undefined }
  // What is walked at once before a load is in no figure, and the bare script has none of it.
  return {
    ...loadOptions({ scenario: 'deploy', profile: 'smoke', ...asked }, options, {}),
    together: { count: 0, perSecond: null },
  }
}

async function take(script: string, seconds: number): Promise<Taken> {
  const [plan, summary, journal] = ['plan.json', 'summary.json', 'journal.jsonl'].map((name) => join(folder, name))
  if (plan === undefined || summary === undefined || journal === undefined) throw new Error('three names, three files')
  writeFileSync(plan, JSON.stringify(untried(options, told(seconds))))
  const began = performance.now()
  const asked = { run: options.run, script, segment: null, sequence: null, token: server.token, headers: {} }
  const { code, cpu, said } = await startK6(k6, { ...asked, plan, journal, summary }).ended
  if (code !== 0 || cpu === null) throw new Error(`k6 ended with ${code}: ${said.join(' ')}`)
  const { requests } = JSON.parse(readFileSync(summary, 'utf8')) as { requests: number }
  return { requests, cpu: (cpu * (performance.now() - began)) / 1000 }
}

/** Requests for a second of processor time, without what starting takes. */
async function perSecond(script: string): Promise<number> {
  const [long, short] = [await take(script, SECONDS), await take(script, 1)]
  return (long.requests - short.requests) / (long.cpu - short.cpu)
}

const journeys: number[] = []
const bare: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  journeys.push(await perSecond(scripts.journeys))
  bare.push(await perSecond(scripts.bare))
}
await server.close()
rmSync(folder, { recursive: true })

const ratio = median(journeys) / median(bare)
const round = (numbers: readonly number[]) => numbers.map((one) => one.toFixed(0)).join(', ')
const lines = [
  `k6                             ${k6.version}`,
  `requests for a second of CPU   ${median(journeys).toFixed(0)} with oracles (${round(journeys)})`,
  `                               ${median(bare).toFixed(0)} bare (${round(bare)})`,
  `ratio                          ${ratio.toFixed(2)} (at least 0.8)`,
]
process.stdout.write(`${lines.join('\n')}\n`)
if (ratio < 0.8) process.exitCode = 1
