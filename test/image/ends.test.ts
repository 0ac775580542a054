/** However a run with an image ends, nothing of it is left: no container, no network, no volume. The reaper is off. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readReport } from '../cli/report-file.ts'
import { touchstone } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'
import {
  docker,
  imageOf,
  needsEngine,
  ownImage,
  remaining,
  runImage,
  runOf,
  standing,
  targetOf,
  until,
  type Standing,
} from './engine.ts'

beforeEach(needsEngine)

const none = { containers: [], networks: [], volumes: [] }

/** A run with a companion, a network and volumes, told of what stands once it judges. */
async function withAll(then: (stop: (signal: NodeJS.Signals) => void, printed: () => string) => void) {
  const out = emptyFolder()
  const image = await imageOf(await ownImage(), ['VOLUME /state'])
  const companions = { peer: { image, wait: { log: 'listening' } } }
  const file = join(out, 'target.json')
  writeFileSync(
    file,
    JSON.stringify({ image: { env: { LATENCY_MS: '5' }, token: { log: 'token (\\S+)' }, companions } }),
  )
  let seen: Standing = none
  const ended = await runImage(['--image', image, '--target', file], out, (child, printed) => {
    const look = async () => /judging/.test(printed()) && (seen = await standing(runOf(printed())))
    void until(look).then(() => then((signal) => child.kill(signal), printed))
  })
  return { ended, out, seen }
}

async function nothingLeft(printed: string, seen: Standing) {
  expect(seen).toMatchObject({ containers: [expect.any(String), expect.any(String)], networks: [expect.any(String)] })
  expect(seen.volumes).toHaveLength(2)
  expect(await standing(runOf(printed))).toEqual(none)
  expect(await remaining(seen.volumes)).toEqual([])
}

test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves nothing', async (signal) => {
  const { ended, seen } = await withAll((stop) => stop(signal))
  expect(ended.code).toBe(130)
  await nothingLeft(ended.out, seen)
})

test('a second Ctrl-C leaves nothing either', async () => {
  const { ended, seen } = await withAll((stop) => {
    stop('SIGINT')
    setTimeout(() => stop('SIGINT'), 450)
  })
  expect(ended.code).toBe(130)
  await nothingLeft(ended.out, seen)
})

test('Ctrl-C while it comes up leaves nothing', async () => {
  const out = emptyFolder()
  const ended = await runImage(['--image', 'reference', '--env', 'LATENCY_MS=20000'], out, (child, printed) => {
    const there = async () => runOf(printed()) !== '' && (await standing(runOf(printed()))).containers.length > 0
    void until(there).then(() => child.kill('SIGINT'))
  })
  expect(ended.code).toBe(130)
  expect(await standing(runOf(ended.out))).toEqual(none)
})

test('where the reaper is not to be had, a run goes on without it and leaves nothing', async () => {
  const out = emptyFolder()
  const lacking = { TESTCONTAINERS_RYUK_DISABLED: '', RYUK_CONTAINER_IMAGE: 'touchstone.invalid/no-reaper:1' }
  const ended = await runImage(['--image', 'reference', '--only', 'settings.get*'], out, undefined, lacking)
  expect(ended.err).toBe('')
  expect(ended.code).toBe(0)
  expect(await standing(runOf(ended.out))).toEqual(none)
})

test('a network that was there before stays, and is joined', async () => {
  const out = emptyFolder()
  const network = await docker().createNetwork({ Name: `touchstone-test-${process.pid}` })
  onTestFinished(() => network.remove())
  const file = join(out, 'target.json')
  writeFileSync(file, JSON.stringify({ image: { network: `touchstone-test-${process.pid}` } }))
  let members: readonly string[] = []
  const ended = await runImage(
    ['--image', 'reference', '--target', file, '--only', 'settings.*'],
    out,
    (_, printed) => {
      const look = async () =>
        /serves at/.test(printed()) && (members = Object.keys((await network.inspect()).Containers ?? {}))
      void until(look)
    },
  )
  expect(ended.err).toBe('')
  expect(ended.code).toBe(0)
  expect(members).toHaveLength(1)
  expect(await standing(runOf(ended.out))).toEqual(none)
  expect((await network.inspect()).Containers).toEqual({})
})

test('a target that dies midway: exit code 3, what was found and what it printed kept, nothing left', async () => {
  const out = emptyFolder()
  const ended = await runImage(['--image', 'reference', '--env', 'LATENCY_MS=5'], out, (_, printed) => {
    void until(() => /judging/.test(printed())).then(async () => (await targetOf(runOf(printed()))).kill())
  })
  expect(ended.code).toBe(3)
  const report = readReport(out)
  expect(report.exitCode).toBe(3)
  expect(report.requests).toBeGreaterThan(0)
  expect(ended.out).toMatch(/stopped responding.*ended with exit code 137/s)
  const log = readFileSync(join(out, 'container.log'), 'utf8')
  expect(log).toMatch(/^listening /m)
  expect(await standing(runOf(ended.out))).toEqual(none)
})

test('the token that a container prints is not in what is kept of it', async () => {
  const out = emptyFolder()
  const file = join(out, 'target.json')
  writeFileSync(
    file,
    JSON.stringify({ image: { token: { log: 'token (\\S+)' }, env: { FAULTS: 'exists/no-settings.getIp' } } }),
  )
  const ended = await runImage(['--image', await ownImage(), '--target', file, '--only', 'settings.get*'], out)
  expect(ended.code).toBe(1)
  expect(readFileSync(join(out, 'container.log'), 'utf8')).toMatch(/^token <ACCESS_TOKEN>$/m)
  // What an earlier run kept would be taken for this one's.
  expect((await touchstone(['run', '--only', 'settings.getIp', '--out', out])).code).toBe(0)
  expect(existsSync(join(out, 'container.log'))).toBe(false)
})
