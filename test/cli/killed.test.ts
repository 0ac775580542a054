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

const sizeOf = (file: string) => (existsSync(file) ? statSync(file).size : 0)

/** Moments at which a run is killed, from what stands in its folder; `whole`: how long its journal grows. */
const moments: Readonly<Record<string, (out: string, whole: number) => boolean>> = {
  'once the first record is asked for': (out) => sizeOf(join(out, 'journal.jsonl')) > 0,
  'while many records are made': (out, whole) => sizeOf(join(out, 'journal.jsonl')) >= 0.2 * whole,
  'once the first operation is judged': (out) => sizeOf(join(out, 'results.jsonl')) > 0,
  'in the midst of its requests': (out, whole) => sizeOf(join(out, 'journal.jsonl')) >= 0.55 * whole,
  'while the last records are deleted': (out, whole) => sizeOf(join(out, 'journal.jsonl')) >= 0.9 * whole,
}

/** Runs it, and kills it once its moment has come. */
const killedAt = (args: readonly string[], out: string, come: () => boolean) =>
  touchstone([...args, '--out', out], {
    started(child) {
      const timer = setInterval(() => {
        if (come()) child.kill('SIGKILL')
      }, 3)
      child.once('close', () => clearInterval(timer))
    },
  })

test(
  'runs that are killed at named moments and gone on with judge as one that is not',
  { timeout: 600_000 },
  async () => {
    const { folder, args, left } = await scene()
    const calm = join(folder, 'calm')
    await touchstone([...args, '--out', calm])
    const undisturbed = verdictsIn(calm)
    expect(Object.values(undisturbed)).toEqual(expect.arrayContaining(['pass', 'fail', 'warn']))
    expect(existsSync(join(calm, 'results.jsonl'))).toBe(false)
    const whole = sizeOf(join(calm, 'journal.jsonl'))
    const kept: number[] = []
    for (const [moment, come] of Object.entries(moments)) {
      const out = join(folder, moment)
      const killed = await killedAt(args, out, () => come(out, whole))
      expect(killed.code, `it was killed ${moment}`).toBe(null)
      const { code, err } = await touchstone(['run', '--resume', out])
      expect(err, moment).toBe('')
      expect(code, moment).toBe(1)
      expect(verdictsIn(out), moment).toEqual(undisturbed)
      const { leftovers, resumed = [], results } = readReport(out)
      expect(leftovers, moment).toEqual([])
      expect(await left(), moment).toEqual([])
      expect(resumed).toMatchObject([{ results: results.filter(({ keptFrom }) => keptFrom).length }])
      kept.push(resumed[0]?.results ?? 0)
    }
    // The later it is killed, the more was judged by then.
    expect(kept.reduce((sum, results) => sum + results, 0)).toBeGreaterThan(100)
    expect(kept.filter((results) => results > 0).length).toBeGreaterThanOrEqual(3)
  },
)
