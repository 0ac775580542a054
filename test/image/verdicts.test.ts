/** The image of the reference server: two at once, and one with a fault. walk.test.ts judges it in full. */
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readReport } from '../cli/report-file.ts'
import { emptyFolder } from '../folder.ts'
import { needsEngine, runImage, runOf, standing } from './engine.ts'

beforeEach(needsEngine)

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
