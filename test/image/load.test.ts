/** Load on an image, and one result of it judged again: what is brought up is taken down, however it ends. */
import { join } from 'node:path'
import { beforeEach, expect, it, test } from 'vitest'
import { readReport } from '../cli/report-file.ts'
import { emptyFolder } from '../folder.ts'
import { withK6 } from '../load/k6.ts'
import { needsEngine, runImage, runOf, standing, until, withImage } from './engine.ts'

beforeEach(needsEngine)

const none = { containers: [], networks: [], volumes: [] }
const load = ['load', '--image', 'reference', '--out']

withK6('load --image', () => {
  it('brings the image up, loads it, and takes it down', async () => {
    const out = emptyFolder()
    const ended = await withImage([...load, out, '--scenario', 'cleanup', '--duration', '3s'])
    expect(ended.err).toBe('')
    expect(ended.code, ended.out).toBe(0)
    const { options, load: figures, target, leftovers } = readReport(out)
    expect(ended.out).toContain(`the image reference serves at ${target.baseUrl}`)
    expect(options).toMatchObject({ image: 'reference' })
    expect(target.allowed).toContain('destructive')
    expect(figures?.total.count).toBeGreaterThan(0)
    expect(leftovers).toEqual([])
    expect(await standing(runOf(ended.out))).toEqual(none)
  })

  it.each([1, 2])('Ctrl-C %i times leaves nothing', async (times) => {
    const ended = await withImage([...load, emptyFolder(), '--duration', '60s'], (child, printed) => {
      const under = () => /under load: [1-9]/.test(printed())
      void until(under).then(() => {
        for (let time = 0; time < times; time++) setTimeout(() => child.kill('SIGINT'), time * 450)
      })
    })
    expect(ended.code, ended.out + ended.err).toBe(130)
    expect(await standing(runOf(ended.out))).toEqual(none)
  })

  it('an image that does not come up is no verdict, and what it printed is kept', async () => {
    const out = emptyFolder()
    const ended = await withImage([...load, out, '--env', 'LATENCY_MS=quite-long'])
    expect(ended.code).toBe(3)
    expect(ended.out).toContain(join(out.split('/').at(-1) ?? '', 'container.log'))
    expect(readReport(out).exitCode).toBe(3)
    expect(await standing(runOf(ended.out))).toEqual(none)
  })
})

test('a result of an image is judged again on that image, brought up anew', async () => {
  const out = emptyFolder()
  const id = 'settings.getIp exists/operation'
  const broken = ['--env', 'FAULTS=exists/no-settings.getIp']
  const ran = await runImage(['--image', 'reference', '--only', 'settings.getIp', ...broken], out)
  expect(ran.code, ran.out + ran.err).toBe(1)
  const again = ['replay', id, '--report', join(out, 'report.json'), '--out', emptyFolder()]
  const fixed = await withImage(again)
  expect(fixed.err).toBe('')
  expect(fixed.out).toMatch(/on the image reference\n.*it was 'fail'\n.*serves at[^]*\npass: /)
  expect(fixed.code).toBe(0)
  const still = await withImage([...again, '--image', 'reference', ...broken])
  expect(still.out).toMatch(/\nfail: /)
  expect(still.code).toBe(1)
})
