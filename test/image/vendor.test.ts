/** An image of somebody else: what its target file says of it, and what the user allows. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readReport } from '../cli/report-file.ts'
import { emptyFolder } from '../folder.ts'
import { imageOf, needsEngine, ownImage, remaining, runImage, runOf, standing, until } from './engine.ts'

beforeEach(needsEngine)

function targetFile(out: string, target: object): string {
  const file = join(out, 'target.json')
  writeFileSync(file, JSON.stringify(target))
  return file
}
const none = { containers: [], networks: [], volumes: [] }

test('gets the permissions that the user gives, and no others', async () => {
  const out = emptyFolder()
  const ended = await runImage(
    ['--image', await ownImage(), '--env', 'TOKEN=t0ken-of-mine', '--token', 't0ken-of-mine', '--only', 'settings.*'],
    out,
  )
  expect(ended.err).toBe('')
  expect(ended.code).toBe(0)
  const { target, results } = readReport(out)
  expect(target.allowed).toEqual([])
  const skipped = results.filter(({ verdict }) => verdict === 'skipped').map(({ operation }) => operation)
  expect(skipped).toContain('settings.reloadServer')
})

test('its token is read from its log', async () => {
  const out = emptyFolder()
  const file = targetFile(out, { image: { token: { log: '^token (\\S+)$' } } })
  const ended = await runImage(['--image', await ownImage(), '--target', file, '--only', 'settings.getIp'], out)
  expect(ended.err).toBe('')
  expect(ended.code).toBe(0)
})

test('its token is printed by a command, which reaches a companion by its name; the network goes with them', async () => {
  const out = emptyFolder()
  const own = await ownImage()
  const stateful = await imageOf(own, ['VOLUME /state'])
  const print = "fetch('http://peer:3000/settings.health').then(() => console.log(process.env.TOKEN))"
  const file = targetFile(out, {
    image: {
      env: { TOKEN: 'from-the-container' },
      wait: { port: 3000 },
      token: { command: ['node', '-e', print] },
      companions: { peer: { image: stateful, env: { TOKEN: 'a-peer' }, wait: { log: 'listening' } } },
    },
  })
  let seen = none as Awaited<ReturnType<typeof standing>>
  const ended = await runImage(
    ['--image', stateful, '--target', file, '--only', 'settings.get*'],
    out,
    (_, printed) => {
      void until(async () => printed().includes('serves at') && (seen = await standing(runOf(printed()))))
    },
  )
  expect(ended.err).toBe('')
  expect(ended.code).toBe(0)
  expect(seen).toMatchObject({
    containers: [expect.any(String), expect.any(String)],
    networks: [`touchstone-${runOf(ended.out)}`],
  })
  expect(seen.volumes).toHaveLength(2)
  expect(await standing(runOf(ended.out))).toEqual(none)
  expect(await remaining(seen.volumes)).toEqual([])
})

test('one that ends before it answers is no verdict; what it printed is kept', async () => {
  const out = emptyFolder()
  const ended = await runImage(['--image', 'reference', '--env', 'LATENCY_MS=quite-long'], out)
  expect(ended.code).toBe(3)
  expect(ended.out).toMatch(/No verdict on the image reference: .* ended with exit code 2 before http.*answered/)
  const { readFileSync } = await import('node:fs')
  expect(readFileSync(join(out, 'container.log'), 'utf8')).toMatch(/LATENCY_MS is 'quite-long'/)
  expect(readReport(out).exitCode).toBe(3)
  expect(await standing(runOf(ended.out))).toEqual(none)
})

test.each([
  [
    'an image that is not there',
    ['--image', 'touchstone.invalid/none:1', '--token', 't'],
    /is not here and can't be pulled/,
  ],
  ['an image that can not be called so', ['--image', 'No Such', '--token', 't'], /No Such/],
])('%s ends with 2', async (_, args, words) => {
  const ended = await runImage([...args], emptyFolder())
  expect(ended.code).toBe(2)
  expect(ended.err).toMatch(words)
  expect(ended.err.trim().split('\n')).toHaveLength(1)
})

test('one that exposes no port is asked for it', async () => {
  const { scratchBase } = await import('./scratch-base.ts')
  const ended = await runImage(['--image', await scratchBase(), '--token', 't'], emptyFolder())
  expect(ended.code).toBe(2)
  expect(ended.err).toMatch(/exposes no port; say by --port/)
})
