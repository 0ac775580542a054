/** `npm run mutants`: judges the mutants of a server, and says which of them nobody told of. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import PQueue from 'p-queue'
import { openThreads } from '../../suites/prove/threads.ts'
import { instrument, sourcesOf, writeBuild } from './instrument.ts'
import type { MutantJob } from './job.ts'
import { batchesOf, byParts, byTheWhole, survey, type Bench } from './judge.ts'
import type { Reached } from './reach.ts'
import { reviewOf } from './reviewed.ts'
import { isJudged, isTold, keptOf, type MutantRow } from './rows.ts'
import { sampled } from './sample.ts'

/** Jobs at once: half of the time a run waits. */
const AT_ONCE = 4

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
    reviewed: { type: 'boolean', default: false },
  },
})
const server = values.away ? 'away' : 'home'
const seed = Number(values.seed)
const kept = keptOf(server)
const build = mkdtempSync(join(tmpdir(), 'touchstone-mutants-'))
const threads = openThreads<MutantJob>(HUNG, new URL('./job.ts', import.meta.url).href, false)

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
  const { reached, ...plain } = await survey(made, { build, server, seed })
  const bench: Bench = { threads, build, server, seed, ...plain }
  const rows = known()
  const count = values.sample === undefined ? null : Number(values.sample)
  const byId = new Map(reached.map((one) => [one.mutant.id, one]))
  const drawn = sampled(made.mutants, count, seed).filter(({ id }) => id.includes(values.only))
  const wanted = drawn.flatMap(({ id }) => byId.get(id) ?? [])
  const end = performance.now() + Number(values.minutes) * 60_000
  const isTime = () => performance.now() < end
  const fateOf = ({ mutant: { id } }: Reached) => rows.get(id)?.fate
  const put = (some: readonly MutantRow[]) => {
    for (const row of some) {
      rows.set(row.id, row)
      if (!isTold(row)) say(`${row.fate}  ${row.id}`)
    }
    mkdirSync(dirname(kept), { recursive: true })
    writeFileSync(kept, JSON.stringify([...rows.values()]))
  }
  const anew = new Set<string | undefined>([undefined, ...values.again.split(',')])
  // What was reviewed does not count, and takes the longest, for nothing is ever said of it.
  const counts = ({ mutant: { id } }: Reached) => values.reviewed || reviewOf(id) === undefined
  const again = (one: Reached) => anew.has(fateOf(one)) && counts(one)
  const parts = new PQueue({ concurrency: AT_ONCE })
  await parts.addAll(wanted.filter(again).map((one) => async () => void (isTime() && put([await byParts(one, bench)]))))
  const left = wanted.filter((one) => fateOf(one) === 'left' && counts(one))
  await parts.addAll(batchesOf(left).map((batch) => async () => void (isTime() && put(await byTheWhole(batch, bench)))))
  const judged = wanted.flatMap(({ mutant }) => rows.get(mutant.id) ?? []).filter(isJudged)
  say(
    `${judged.filter(isTold).length} of ${judged.length} told; ${wanted.length - judged.length} left for the next time`,
  )
} finally {
  await threads.close()
  rmSync(build, { recursive: true, force: true })
}
