/** The image of the reference server: built, started, judged over its published port, stopped. */
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readReport } from '../cli/report-file.ts'
import { touchstone } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'
import { needsEngine, runImage, runOf, standing } from './engine.ts'

beforeEach(needsEngine)

const verdictsOf = (out: string) => Object.fromEntries(readReport(out).results.map(({ id, verdict }) => [id, verdict]))

test('it has the verdicts of the embedded server, and is gone afterwards', async () => {
  const image = emptyFolder()
  const embedded = emptyFolder()
  const ended = await runImage(['--image', 'reference', '--seed', '7'], image)
  expect(ended.err).toBe('')
  expect(ended.code).toBe(0)
  expect(ended.out).toMatch(/judges the image reference/)
  expect(ended.out).toMatch(/serves at http:\/\/127\.0\.0\.1:\d+$/m)
  expect(await standing(runOf(ended.out))).toEqual({ containers: [], networks: [], volumes: [] })
  expect((await touchstone(['run', '--seed', '7', '--out', embedded])).code).toBe(0)
  const verdicts = verdictsOf(image)
  const restarted = Object.keys(verdicts).filter((id) => id.endsWith(' records/outlive-process'))
  // Our own server lives in memory. Nobody kills the process that judges, so the embedded one is not asked.
  expect(restarted.map((id) => verdicts[id])).toEqual(Array(9).fill('note'))
  for (const id of restarted) delete verdicts[id]
  expect(verdicts).toEqual(verdictsOf(embedded))
  const { totals, leftovers, target, options } = readReport(image)
  expect(totals).toMatchObject({ fail: 0, warn: 0, inconclusive: 0, blocked: 0, skipped: 0, error: 0 })
  expect(leftovers).toEqual([])
  expect(target.allowed).toEqual(['deploy', 'host', 'destructive'])
  expect(options).toMatchObject({ image: 'reference' })
})

test('two runs at once do not disturb each other', async () => {
  const only = ['--only', 'application.*', 'sqla.*', '--image', 'reference']
  const runs = await Promise.all(
    [emptyFolder(), emptyFolder()].map(async (out) => {
      const ended = await runImage(only, out)
      expect(ended.err).toBe('')
      return { ...readReport(out), left: await standing(runOf(ended.out)) }
    }),
  )
  for (const { exitCode, totals, left } of runs) {
    expect(exitCode).toBe(0)
    expect(totals).toMatchObject({ fail: 0, warn: 0, inconclusive: 0, error: 0 })
    expect(left).toEqual({ containers: [], networks: [], volumes: [] })
  }
  expect(runs[0]?.target.baseUrl).not.toBe(runs[1]?.target.baseUrl)
})

test('a fault that its environment asks for is found, and what the container printed is kept', async () => {
  const out = emptyFolder()
  const args = ['--image', 'reference', '--env', 'FAULTS=exists/no-settings.getIp', '--only', 'settings.get*']
  const ended = await runImage(args, out)
  expect(ended.code).toBe(1)
  expect(ended.out).toContain(join(out.split('/').at(-1) ?? '', 'container.log'))
  const failed = readReport(out).results.filter(({ verdict }) => verdict === 'fail')
  expect(failed.map(({ id }) => id)).toEqual(['settings.getIp exists/operation'])
})
