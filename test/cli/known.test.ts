/** A failing run, and what follows on it: judge what failed again, look at one, accept it for now. */
import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { startReference } from '../../fixtures/reference/serve.ts'
import { emptyFolder } from '../folder.ts'
import { readReport } from './report-file.ts'
import { touchstone } from './touchstone.ts'

const id = 'user.all auth/no-header'
const entries = z.strictObject({
  known: z.array(
    z.strictObject({ id: z.union([z.string(), z.array(z.string())]), why: z.string(), until: z.iso.date() }),
  ),
})

/** A folder with a target file that is found by itself, for a server on which no read needs a token. */
async function folder() {
  const server = await startReference({ faults: ['auth/open-reads'] })
  onTestFinished(() => server.close())
  const cwd = emptyFolder()
  const target = { baseUrl: server.baseUrl, token: '${TOKEN}', identifiers: server.target.identifiers }
  const write = (more: object) => writeFileSync(join(cwd, 'touchstone.json'), JSON.stringify({ ...target, ...more }))
  write({})
  const call = (...args: readonly string[]) => touchstone(args, { cwd, env: { TOKEN: server.token } })
  return { cwd, write, call, server }
}
const run = ['run', '--only', 'user.*', '--only', 'auth/*', '--min-judged', '0']
const report = ['--report', 'touchstone-report/report.json']

test(
  'failures of a report are accepted by what known prints, and no longer than it says',
  { timeout: 300_000 },
  async () => {
    const { cwd, write, call } = await folder()
    const first = await call(...run)
    expect(first.err).toContain('using the target file touchstone.json')
    expect(first.code).toBe(1)
    const missing = await call('known', ...report)
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('--until is missing')])
    expect((await call('known', ...report, '--until', '2001-01-01')).err).toContain('has passed')
    const printed = await call('known', ...report, '--until', '2999-12-31')
    const { known } = entries.parse(JSON.parse(printed.out))
    const failed = readReport(join(cwd, 'touchstone-report')).results.filter(({ verdict }) => verdict === 'fail')
    expect(known.length).toBeLessThan(failed.length)
    write({ known })
    const accepted = await call(...run)
    expect(accepted.code, accepted.out).toBe(0)
    const { totals } = readReport(join(cwd, 'touchstone-report'))
    expect([totals.fail, totals.known]).toEqual([0, failed.length])
  },
)

test(
  'what failed last is judged again alone, explained, and printed as a script that sends it',
  { timeout: 300_000 },
  async () => {
    const { cwd, call, server } = await folder()
    await call(...run)
    const failed = readReport(join(cwd, 'touchstone-report')).results.filter(({ verdict }) => verdict === 'fail')
    const explained = (await call('explain', id)).out
    expect(explained).toMatch(/^result +user\.all auth\/no-header\n/)
    expect(explained).toMatch(/^operation +user\.all: GET \/user\.all$/m)
    expect((await call('explain', 'user.all auth/no-heade')).err).toContain(`the nearest is '${id}'`)
    expect((await call('explain', 'user.all burst/distinct')).code).toBe(2)

    const { out: script } = await call('script', id, ...report)
    const bin = emptyFolder()
    // What stands in for curl says what it was told.
    writeFileSync(join(bin, 'curl'), '#!/bin/sh\nfor word; do echo "<$word>"; done\n')
    chmodSync(join(bin, 'curl'), 0o755)
    const env = { PATH: `${bin}:${process.env['PATH']}`, TOUCHSTONE_TOKEN: "it's", TOUCHSTONE_BASE_URL: 'http://else' }
    const sent = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' })
    expect([sent.status, sent.stderr]).toEqual([0, ''])
    expect(sent.stdout).toContain('<http://else/user.all>')
    expect(script).not.toContain(server.token)
    expect(spawnSync('sh', ['-c', script], { env: { PATH: env.PATH }, encoding: 'utf8' }).stderr).toContain(
      'access token',
    )

    expect((await call('run', '--last-failed', '--only', 'sqla')).err).toContain('give one of them')
    const again = await call('run', '--last-failed', '--min-judged', '0')
    expect(again.code).toBe(1)
    const { results } = readReport(join(cwd, 'touchstone-report'))
    expect(results.map((one) => one.id).toSorted()).toEqual(failed.map((one) => one.id).toSorted())
  },
)

test('two target files in the folder are told apart by nobody; a named one is taken as it is', async () => {
  const { cwd, call } = await folder()
  writeFileSync(join(cwd, 'touchstone.config.json'), '{}')
  const both = await call('plan')
  expect([both.code, both.err]).toEqual([2, expect.stringContaining('are both in this folder')])
  expect((await call('plan', '--target', 'touchstone.json')).code).toBe(0)
})
