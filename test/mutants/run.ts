/** `npm run mutants`: judges the mutants of a server, and says which of them nobody told of. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openThreads } from '../../suites/prove/threads.ts'
import { instrument, ROOT, sourcesOf, writeBuild } from './instrument.ts'
import type { MutantJob } from './job.ts'
import { judgeMutants, survey, type Bench } from './judge.ts'
import { isTold, type MutantRow } from './rows.ts'
import { sampled } from './sample.ts'

/** So many are judged before their rows are written. */
const AT_ONCE = 50

/** A part of a run takes seconds, a whole one less than a minute; in milliseconds. */
const HUNG = 120_000

const { values } = parseArgs({
  options: {
    away: { type: 'boolean', default: false },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '12' },
    only: { type: 'string', default: '' },
    again: { type: 'string', default: '' },
  },
})
const server = values.away ? 'away' : 'home'
const seed = Number(values.seed)
const folder = join(ROOT, 'touchstone-report/mutants')
const kept = join(folder, `${server}.json`)
const build = mkdtempSync(join(tmpdir(), 'touchstone-mutants-'))
const threads = openThreads<MutantJob>(HUNG, new URL('./job.ts', import.meta.url).href)

/** What earlier parts of the work found. */
function known(): Map<string, MutantRow> {
  try {
    const rows = JSON.parse(readFileSync(kept, 'utf8')) as readonly MutantRow[]
    return new Map(rows.map((row) => [row.id, row]))
  } catch {
    return new Map()
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  const made = await instrument(sourcesOf(server))
  writeBuild(build, made)
  const { requests, reached } = await survey(made, { build, server, seed })
  const bench: Bench = { threads, build, server, seed, requests }
  const rows = known()
  const wanted = sampled(reached, values.sample === undefined ? null : Number(values.sample), seed).filter(
    ({ mutant: { id } }) =>
      id.includes(values.only) && (values.again === 'all' || !rows.has(id) || rows.get(id)?.fate === values.again),
  )
  mkdirSync(folder, { recursive: true })
  const end = performance.now() + Number(values.minutes) * 60_000
  let done = 0
  while (done < wanted.length && performance.now() < end) {
    const found = await judgeMutants(wanted.slice(done, done + AT_ONCE), bench)
    for (const row of found) {
      rows.set(row.id, row)
      if (!isTold(row)) say(`${row.fate}  ${row.id}`)
    }
    done += found.length
    writeFileSync(kept, JSON.stringify([...rows.values()]))
    say(`… ${done} of ${wanted.length}`)
  }
  const judged = wanted.flatMap(({ mutant }) => rows.get(mutant.id) ?? [])
  say(
    `${judged.filter(isTold).length} of ${judged.length} told; ${wanted.length - judged.length} left for the next time`,
  )
} finally {
  await threads.close()
  rmSync(build, { recursive: true, force: true })
}
