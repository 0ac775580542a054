/** `kill -9` in the midst of a run, and `--resume`. */
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startReference } from '../../fixtures/reference/serve.ts'
import { emptyFolder } from '../folder.ts'
import { readReport } from './report-file.ts'
import { touchstone } from './touchstone.ts'

const token = 'Qm4Xw8Ke5Rt1Yu6Io9Pa2Sd7Fg4Hj0Lz'
/** What one answer shows, and what only the votes of many operations show. */
const faults = ['media/no-content-type', 'params/save-takes-missing']

/** A server with faults, whose records can be counted, and what a run of a part of it is told. */
async function scene() {
  const server = await startReference({ token, faults })
  onTestFinished(() => server.close())
  const folder = emptyFolder()
  const target = join(folder, 'target.json')
  writeFileSync(target, JSON.stringify({ baseUrl: server.baseUrl, token, ...server.target, allow: ['deploy', 'host'] }))
  const only = ['application.*', 'user.*']
  const args = ['run', '--target', target, '--seed', '7', '--fuzz', '0', '--only', ...only]
  const left = async () => {
    const { projectId = '' } = server.target.identifiers
    const headers = { authorization: `Bearer ${token}` }
    const texts = ['/registry.all', `/project.one?projectId=${projectId}`].map(async (path) =>
      (await fetch(server.baseUrl + path, { headers })).text(),
    )
    return (await Promise.all(texts)).join('').match(/"ts-[a-z0-9-]+"/g) ?? []
  }
  return { folder, target, args, left }
}

const verdictsIn = (out: string) => Object.fromEntries(readReport(out).results.map(({ id, verdict }) => [id, verdict]))

/** Runs it, and kills it once its journal has so many bytes. */
const killedAt = (args: readonly string[], out: string, bytes: number) =>
  touchstone([...args, '--out', out], {
    started(child) {
      const journal = join(out, 'journal.jsonl')
      const timer = setInterval(() => {
        if (existsSync(journal) && statSync(journal).size >= bytes) child.kill('SIGKILL')
      }, 3)
      child.once('close', () => clearInterval(timer))
    },
  })

/** From 0 to 1, the same in each run of the test. */
function* drawn(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

test(
  'ten runs that are killed at any moment and gone on with judge as one that is not',
  { timeout: 600_000 },
  async () => {
    const { folder, args, left } = await scene()
    const calm = join(folder, 'calm')
    await touchstone([...args, '--out', calm])
    const undisturbed = verdictsIn(calm)
    expect(Object.values(undisturbed)).toEqual(expect.arrayContaining(['pass', 'fail', 'warn']))
    expect(existsSync(join(calm, 'results.jsonl'))).toBe(false)
    const whole = statSync(join(calm, 'journal.jsonl')).size
    const moments = drawn(1)
    let kept = 0
    for (let round = 0; round < 10; round++) {
      const out = join(folder, `run-${round}`)
      const killed = await killedAt(args, out, Math.floor(moments.next().value * 0.95 * whole))
      expect(killed.code, 'it was killed in time').toBe(null)
      const { code, err } = await touchstone(['run', '--resume', out])
      expect(err).toBe('')
      expect(code).toBe(1)
      expect(verdictsIn(out)).toEqual(undisturbed)
      const { leftovers, resumed = [], results } = readReport(out)
      expect(leftovers).toEqual([])
      expect(await left()).toEqual([])
      expect(resumed).toMatchObject([{ results: results.filter(({ keptFrom }) => keptFrom).length }])
      kept += resumed[0]?.results ?? 0
    }
    expect(kept).toBeGreaterThan(300)
  },
)
