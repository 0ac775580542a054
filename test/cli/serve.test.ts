import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { awayFaults, awayVariants } from '../../fixtures/away/index.ts'
import { emptyFolder } from '../folder.ts'
import { readReport } from './report-file.ts'
import { touchstone } from './touchstone.ts'

/** Serves, asks once it listens, and stops it with a signal. */
async function served(
  args: readonly string[],
  signal: NodeJS.Signals,
  ask: (baseUrl: string, printed: string) => Promise<void>,
) {
  let asked: Promise<void> = Promise.reject(new Error('it never listened'))
  asked.catch(() => undefined)
  const ended = await touchstone(['serve', ...args], {
    started(child, printed) {
      const look = () => {
        const baseUrl = /^listening (http:\/\/127\.0\.0\.1:\d+)$/m.exec(printed())?.[1]
        if (baseUrl === undefined) return
        child.stdout?.off('data', look)
        asked = ask(baseUrl, printed()).finally(() => child.kill(signal))
      }
      child.stdout?.on('data', look)
    },
  })
  await asked
  return ended
}

const idIn = (printed: string, name: string) => new RegExp(`^${name} (\\S+)$`, 'm').exec(printed)?.[1] ?? ''

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

test.each(['SIGINT', 'SIGTERM'] as const)('serves until %s, then ends well', async (signal) => {
  const { code, err, out } = await served(['--token', 'a-token-of-mine'], signal, async (baseUrl) => {
    expect((await fetch(`${baseUrl}/settings.health`, bearer('a-token-of-mine'))).ok).toBe(true)
    expect((await fetch(`${baseUrl}/settings.health`)).ok).toBe(false)
  })
  expect(err).toBe('')
  expect(code).toBe(0)
  // The user knows the token that the user gave.
  expect(out).not.toContain('a-token-of-mine')
})

test('prints the token that it made up', async () => {
  await served([], 'SIGTERM', async (baseUrl, printed) => {
    const token = /^token (\S+)$/m.exec(printed)?.[1] ?? ''
    expect((await fetch(`${baseUrl}/settings.health`, bearer(token))).ok).toBe(true)
  })
})

test('delays, breaks and varies as told', async () => {
  const args = [
    '--token',
    'a-token-of-mine',
    '--latency',
    '200',
    '--fault',
    'exists/no-settings.getIp',
    '--variant',
    'answers/data',
  ]
  await served(args, 'SIGTERM', async (baseUrl) => {
    const begun = performance.now()
    const response = await fetch(`${baseUrl}/settings.getServiceVersion`, bearer('a-token-of-mine'))
    expect(performance.now() - begun).toBeGreaterThan(190)
    expect(await response.json()).toHaveProperty('data')
    expect((await fetch(`${baseUrl}/settings.getIp`, bearer('a-token-of-mine'))).ok).toBe(false)
  })
})

test.each([[], ['--away']])('prints the ids that a target file needs, and is ready last %j', async (...args) => {
  await served(args, 'SIGTERM', async (baseUrl, printed) => {
    const lines = printed.trimEnd().split('\n')
    expect(lines.map((line) => line.split(' ')[0])).toEqual(
      expect.arrayContaining(['projectId', 'environmentId', 'targetEnvironmentId', 'userId', 'token']),
    )
    expect(lines.at(-1)).toBe(`listening ${baseUrl}`)
    const [projectId, token] = [idIn(printed, 'projectId'), idIn(printed, 'token')]
    const body = JSON.stringify({
      name: 'one',
      appName: 'one',
      projectId,
      environmentId: idIn(printed, 'environmentId'),
    })
    const headers = { ...bearer(token).headers, 'content-type': 'application/json' }
    expect((await fetch(`${baseUrl}/application.create`, { method: 'POST', headers, body })).ok).toBe(true)
  })
})

test('serves the away server, with faults and variants of its own', async () => {
  const args = ['--away', '--token', 'mine', '--fault', awayFaults[0]?.id ?? '', '--variant', awayVariants[0]?.id ?? '']
  await served(args, 'SIGTERM', async (baseUrl) => {
    expect((await fetch(`${baseUrl}/settings.health`, bearer('mine'))).ok).toBe(true)
  })
  const { code, err } = await touchstone(['serve', '--away', '--fault', 'auth/stored-late'])
  expect([code, err]).toEqual([2, expect.stringMatching(/no fault 'auth\/stored-late'/)])
})

test.each([[], ['--away']])('a port in use is wrong usage %j', async (...args) => {
  await served(['--token', 't'], 'SIGTERM', async (baseUrl) => {
    const { code, err } = await touchstone(['serve', ...args, '--port', new URL(baseUrl).port])
    expect(err).toMatch(/in use/)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(2)
  })
})

test.each([[], ['--away']])('writes a target file with which a run makes records %j', async (...args) => {
  const folder = emptyFolder()
  const file = join(folder, 'target.json')
  await served([...args, '--write-target', file], 'SIGTERM', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const out = join(folder, 'report')
    const run = ['run', '--target', file, '--only', 'registry.create', 'application.one', '--fuzz', '0', '--out', out]
    const { code, err } = await touchstone(run, { cwd: folder })
    expect([code, err]).toEqual([0, ''])
    expect(readReport(out).coverage.operations.names?.succeeded).toEqual(
      expect.arrayContaining(['application.create', 'application.one', 'registry.create']),
    )
  })
})

test('overwrites no file with its target file', async () => {
  const file = join(emptyFolder(), 'target.json')
  writeFileSync(file, '{}')
  const { code, err } = await touchstone(['serve', '--write-target', file])
  expect([code, err]).toEqual([2, expect.stringMatching(/target\.json exists/)])
  expect(readFileSync(file, 'utf8')).toBe('{}')
})
