/** The mutants of `npm run mutants`: they are made, switched and judged, and what is published of them is current. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openThreads } from '../../suites/prove/threads.ts'
import { emptyFolder } from '../folder.ts'
import { instrument, serverNames, sourcesOf, writeBuild, type Instrumented, type ServerName } from './instrument.ts'
import type { MutantJob, Run } from './job.ts'
import { reviews } from './reviewed.ts'
import { scoreOf, type Published } from './score.ts'

const room = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const published = JSON.parse(room('docs/mutants.json')) as readonly Published[]

const made = new Map<ServerName, Instrumented>()
const build = emptyFolder()
const threads = openThreads<MutantJob>(60_000, new URL('./job.ts', import.meta.url).href, false)

beforeAll(async () => {
  for (const server of serverNames) made.set(server, await instrument(sourcesOf(server)))
  const home = made.get('home')
  if (home) writeBuild(build, home)
}, 300_000)
afterAll(() => threads.close())

/** Judges port.* of the reference server with the mutant whose id has all of these texts. */
async function judged(texts: readonly string[], hitLimit = 1e9): Promise<Pick<Run, 'said' | 'trouble'>> {
  const found = (made.get('home')?.mutants ?? []).filter(({ id }) => texts.every((text) => id.includes(text)))
  expect(found.map(({ id }) => id)).toHaveLength(1)
  const mutants = found.map(({ key }) => key)
  const limits = { isStatic: false, hitLimit, maxRequests: 5000, succeeding: [] }
  return threads.run({ build, server: 'home', seed: 1, only: ['port.*'], fuzz: false, mutants, ...limits })
}

const accusing = ({ said }: Pick<Run, 'said'>) => said.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')

// One after another, so that one thread judges them all.
test('a mutant that breaks something is killed, an equivalent one after it survives, and one without end is stopped', async () => {
  const broken = await judged(['store.ts: const updated = {', '=> {}'])
  expect(accusing(broken)).not.toEqual([])
  const equivalent = await judged(['table.ts: if (this.#lag.lagMs === 0) return', '=> false'])
  expect(equivalent).toMatchObject({ trouble: [] })
  expect(accusing(equivalent)).toEqual([])
  const endless = await judged(['table.ts: if (this.#lag.lagMs === 0) return', '=> false'], 3)
  expect([...accusing(endless), ...endless.trouble]).not.toEqual([])
}, 300_000)

test.each(serverNames)('every reviewed mutant of the server at %s is still made, and reviewed once', (server) => {
  const ids = new Set(made.get(server)?.mutants.map(({ id }) => id))
  const reviewed = reviews.filter((review) => review.server === server).flatMap(({ mutants }) => mutants)
  expect(reviewed.filter((id) => !ids.has(id))).toEqual([])
  expect(reviewed.toSorted()).toEqual([...new Set(reviewed)].toSorted())
})

test('every review gives a reason', () => {
  expect(reviews.filter(({ why, mutants }) => why.length < 20 || mutants.length === 0)).toEqual([])
})

test.each(published)('most published mutants of the server at $server are still made', ({ server, rows }) => {
  const ids = new Set(made.get(server)?.mutants.map(({ id }) => id))
  expect(rows.filter(({ id }) => ids.has(id)).length).toBeGreaterThanOrEqual(rows.length * 0.9)
})

test.each(published)(
  'no mutant of the server at $server is told that was reviewed as one to leave alone',
  ({ rows }) => {
    expect(scoreOf(rows).doubtful.map(({ id, by }) => ({ id, by }))).toEqual([])
  },
)
