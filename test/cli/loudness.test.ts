import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { emptyFolder } from '../folder.ts'
import { readReport } from './report-file.ts'
import { touchstone } from './touchstone.ts'

const run = (...args: string[]) =>
  touchstone(['run', '--fuzz', '0', '--seed', '1', '--only', 'settings.health', ...args])

describe('what a run prints', () => {
  test('--quiet: the verdict, where everything is and the exit code', async () => {
    const out = join(emptyFolder(), 'reports')
    const ended = await run('--out', out, '--quiet')
    expect(ended.code, ended.err).toBe(0)
    expect(ended.out.trim().split('\n')).toEqual([
      expect.stringMatching(/keeps the specification in all that was judged: \d+ passes\.$/),
      expect.stringMatching(/^Everything: .*report\.json$/),
      'Exit code 0',
    ])
  })

  test('--verbose: a line for each request, and no token', async () => {
    const out = join(emptyFolder(), 'reports')
    const ended = await run('--out', out, '--verbose')
    const lines = ended.out.split('\n').filter((line) => /^\d\d:\d\d:\d\d\.\d{3} (GET |POST)/.test(line))
    expect(lines).toHaveLength(readReport(out).requests)
    expect(lines.join('\n')).toMatch(/GET {2}\/settings\.health 200 in \d+ ms/)
    expect(ended.out).not.toContain('judging:')
  })

  test('both at once is a contradiction', async () => {
    const ended = await run('--quiet', '--verbose')
    expect([ended.code, ended.err]).toEqual([2, expect.stringContaining('--quiet')])
  })

  test('a form alone ends with the verdict and the exit code too', async () => {
    const out = join(emptyFolder(), 'reports')
    const ended = await run('--out', out, '--reporter', 'junit')
    expect(existsSync(join(out, 'junit.xml'))).toBe(true)
    expect(ended.out).toMatch(/keeps the specification.*\nEverything: .*\nExit code 0\n$/)
  })
})

test('--reporter har holds every request of the run, and no token', async () => {
  const out = join(emptyFolder(), 'reports')
  const token = 'a-token-that-nobody-else-has-0123456789'
  const served = await startedWith(token)
  try {
    const ended = await run('--base-url', served.baseUrl, '--token', token, '--out', out, '--reporter', 'har')
    expect(ended.code, ended.out + ended.err).toBe(0)
  } finally {
    await served.close()
  }
  const text = readFileSync(join(out, 'run.har'), 'utf8')
  const { log } = z
    .object({ log: z.object({ entries: z.array(z.object({ startedDateTime: z.iso.datetime() })) }) })
    .parse(JSON.parse(text))
  expect(log.entries).toHaveLength(readReport(out).requests)
  expect(text).not.toContain(token)
  expect(text).not.toContain(Buffer.from(token).toString('base64').replaceAll('=', ''))
})

async function startedWith(token: string) {
  const { startReference } = await import('../../fixtures/reference/serve.ts')
  return startReference({ token })
}
