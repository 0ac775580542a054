/** Load by a k6 that runs in a container, where there is no other. */
import { existsSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { findK6 } from '../../load/k6/find.ts'
import { touchstone, type Ended } from '../cli/touchstone.ts'
import { readReport } from '../cli/report-file.ts'
import { emptyFolder } from '../folder.ts'
import { withK6 } from '../load/k6.ts'
import { leftOn, target } from '../load/run.ts'
import { docker, hasEngine, needsEngine, runOf, until } from './engine.ts'
import { provideK6Image } from './k6-image.ts'

beforeEach(needsEngine)

/** A PATH that has a container engine, and neither k6 nor Go. */
function engineAlone(): string {
  const folder = emptyFolder()
  for (const name of ['docker', 'podman'])
    for (const place of (process.env['PATH'] ?? '').split(delimiter))
      if (existsSync(join(place, name)) && !existsSync(join(folder, name)))
        symlinkSync(join(place, name), join(folder, name))
  return folder
}

const containersOf = async (run: string) =>
  (await docker().listContainers({ all: true, filters: { name: [`touchstone-${run}-k6`] } })).length

async function load(out: string, args: readonly string[], started?: Parameters<typeof touchstone>[1]): Promise<Ended> {
  const env = { PATH: engineAlone(), XDG_CACHE_HOME: emptyFolder(), K6_BIN: '' }
  return touchstone(['load', '--out', out, ...args], { ...started, env })
}

withK6('k6 in a container', () => {
  beforeAll(async () => {
    const { by } = await findK6(process.env, () => undefined)
    if (hasEngine && 'file' in by) return provideK6Image(by.file)
    return undefined
  })

  it('loads a target on loopback, and its reports belong to us', async () => {
    const out = emptyFolder()
    const { server, file } = await target()
    const ended = await load(out, ['--target', file, '--duration', '6s'])
    expect(ended.err).toBe('')
    expect(ended.code, ended.out).toBe(0)
    const { load: figures, leftovers } = readReport(out)
    expect(figures?.total.count).toBeGreaterThan(100)
    expect(figures?.total.errors).toBe(0)
    expect(leftovers).toEqual([])
    expect(await leftOn(server)).toBe(0)
    expect(await containersOf(runOf(ended.out))).toBe(0)
  })

  it.each([1, 2])('Ctrl-C %i times leaves no container', async (times) => {
    const out = emptyFolder()
    const { server, file } = await target({ latencyMs: 15 })
    const args = ['--target', file, '--duration', '60s', '--skip', 'compose.deployTemplate']
    let seen = 0
    const ended = await load(out, args, {
      started(child, printed) {
        const under = async () => /under load: [1-9]/.test(printed()) && (seen = await containersOf(runOf(printed())))
        void until(under).then(() => {
          for (let time = 0; time < times; time++) setTimeout(() => child.kill('SIGINT'), time * 450)
        })
      },
    })
    expect(seen).toBe(1)
    expect(ended.code, ended.out + ended.err).toBe(130)
    expect(await containersOf(runOf(ended.out))).toBe(0)
    if (times === 1) expect(await leftOn(server)).toBe(0)
  })
})
