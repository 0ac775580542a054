/** `--image` and the target file's `image`: what is brought up, and what is wrong before anything is. */
import { expect, test } from 'vitest'
import type { RunFlags } from '../../../cli/options/flags.ts'
import { readImage } from '../../../cli/options/image.ts'
import { resolveRun } from '../../../cli/options/options.ts'
import { UsageError } from '../../../fixtures/errors.ts'
import { targetFile, permissions, type TargetFile } from '../../../schemas/target.ts'
import { touchstone } from '../touchstone.ts'

const flagsOf = (over: Partial<RunFlags>): RunFlags => ({ wait: 0, shard: { index: 1, count: 1 }, ...over })
const specOf = (over: Partial<RunFlags>, file: TargetFile = {}, env: Record<string, string> = {}) =>
  readImage(flagsOf(over), file, env, 'r1234567')?.spec

test('none named, none brought up', () => {
  expect(specOf({})).toBeUndefined()
})

test('flags go before the file', () => {
  const file: TargetFile = {
    token: 'in-file',
    image: { port: 1, path: 'api/', env: { A: 'file', B: 'file' }, wait: { path: '/up' }, network: 'lan' },
  }
  expect(specOf({ image: 'acme:1', port: 2, env: ['A=flag=x'], token: 'by-flag' }, file)).toEqual({
    image: 'acme:1',
    run: 'r1234567',
    port: 2,
    path: '/api',
    env: { A: 'flag=x', B: 'file' },
    command: [],
    wait: { path: '/up' },
    seconds: 60,
    token: { given: 'by-flag' },
    companions: {},
    network: 'lan',
  })
})

test('--wait says how long it may take', () => {
  expect(specOf({ image: 'acme:1', token: 't', wait: 7 })).toMatchObject({ seconds: 7 })
})

test('a variable without a value is one of our own', () => {
  const given = { image: 'acme:1', token: 't', env: ['SECRET', 'EMPTY='] }
  expect(specOf(given, {}, { SECRET: 's' })).toMatchObject({ env: { SECRET: 's', EMPTY: '' } })
  expect(() => specOf(given)).toThrow(/--env SECRET: no such variable is set here; give SECRET=VALUE/)
})

test('a given token goes before the one that the container shows', () => {
  const file: TargetFile = { image: { token: { log: '^token (.*)$' } } }
  expect(specOf({ image: 'acme:1' }, file)).toMatchObject({ token: { log: /^token (.*)$/m } })
  expect(specOf({ image: 'acme:1' }, file, { TOUCHSTONE_TOKEN: 'mine' })).toMatchObject({ token: { given: 'mine' } })
  const command: TargetFile = { image: { token: { command: ['cat', '/token'] } } }
  expect(specOf({ image: 'acme:1' }, command)).toMatchObject({ token: { command: ['cat', '/token'] } })
})

test.each([
  [{ image: 'acme:1' }, /no token for the image; give --token/],
  [{ image: ' ', token: 't' }, /--image is empty/],
  [{ image: 'acme:1', baseUrl: 'http://a.b', token: 't' }, /are two targets; give one of them/],
  [{ port: 80 }, /--port is about an image; give --image as well/],
  [{ env: ['A=b'] }, /--env is about an image; give --image as well/],
])('%j is refused', (flags: Partial<RunFlags>, words) => {
  expect(() => specOf(flags)).toThrow(UsageError)
  expect(() => specOf(flags)).toThrow(words)
})

test.each([
  [{ token: {} }, 'give one of log and command'],
  [{ token: { log: 'a', command: ['b'] } }, 'give one of log and command'],
  [{ wait: { log: '(' } }, 'it is no regular expression'],
  [{ companions: { 'no name': { image: 'x' } } }, ''],
  [{ port: 70_000 }, ''],
])('%j is no image key', (image, words) => {
  const parsed = targetFile.safeParse({ image })
  expect(parsed.success).toBe(false)
  expect(parsed.error?.issues[0]?.message).toContain(words)
})

test('our own image is permitted everything, any other what the user allows', async () => {
  const resolved = async (flags: Partial<RunFlags>) => {
    const { options, brought } = await resolveRun(flagsOf(flags), {}, '.')
    expect(brought).not.toBeNull()
    return options
  }
  expect(await resolved({ image: 'reference' })).toMatchObject({ allow: permissions, embedded: true, restarts: true })
  const vendors = await resolved({ image: 'acme:1', token: 't', allow: ['deploy'] })
  expect(vendors).toMatchObject({ allow: ['deploy'], embedded: false, image: 'acme:1' })
})

test('what is wrong with the rest of a target file is told before anything is brought up', async () => {
  const ended = await touchstone(['run', '--image', 'acme:1', '--token', 't', '--only', 'aplication.*'])
  expect(ended.code).toBe(2)
  expect(ended.err).toMatch(/aplication/)
})
