/** `kill -9` in the midst of a run, and `--resume`. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startReference } from '../../fixtures/reference/serve.ts'
import { emptyFolder } from '../folder.ts'
import {
  amidCreates,
  beforeCreate,
  onceDeleteJudged,
  onceJudged,
  onceUpdateJudged,
  signalAt,
  type Come,
} from './moments.ts'
import { readReport } from './report-file.ts'
import { touchstone } from './touchstone.ts'

const token = 'Qm4Xw8Ke5Rt1Yu6Io9Pa2Sd7Fg4Hj0Lz'
/** What one response shows, and what only the votes of many operations show. */
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

/** Moments at which a run is killed. */
const moments: Readonly<Record<string, Come>> = {
  'before the first create goes out': beforeCreate,
  'while many creates are under way': amidCreates,
  'once the first operation is judged': onceJudged,
  'once an update is judged': onceUpdateJudged,
  'once a delete is judged': onceDeleteJudged,
}

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
    const kept: number[] = []
    for (const [moment, come] of Object.entries(moments)) {
      const out = join(folder, moment)
      const killed = await touchstone([...args, '--out', out], { started: signalAt(come, out, 'SIGKILL') })
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
