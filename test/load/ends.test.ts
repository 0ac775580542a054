/** `touchstone load` as a user meets it: what it finds again, shares out, deletes and refuses to judge. It goes to loopback, for some seconds. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readReport } from '../cli/report-file.ts'
import { touchstone } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'
import { withK6 } from './k6.ts'
import { leftOn, load, target } from './run.ts'

withK6('load', () => {
  it('looks records up whose creates do not say where they are', async () => {
    const { server, file } = await target({ variants: ['creates/true'] })
    const { code, out, report } = await load(['--target', file, '--scenario', 'cleanup', '--duration', '4s'])
    expect(code, out).toBe(0)
    const { results, load: figures } = report()
    expect(results.find(({ id }) => id === 'application.one load/kept')?.verdict).toBe('pass')
    // 30 requests a second for 4 s, lookups among them: of three journeys of 16 steps, two look their records up,
    // and send one step in 16 once more without the token, and one read in four after the delete.
    expect(figures?.journeys.planned).toBe(19)
    expect(await leftOn(server)).toBe(0)
  })

  it('says what to give where records are nowhere shown', async () => {
    const { file } = await target({ variants: ['creates/true'] }, { lookup: {} })
    const { code, out } = await load(['--target', file, '--scenario', 'cleanup', '--duration', '4s'])
    expect(code, out).toBe(3)
    expect(out).toMatch(/What would help: lookup\.application\.path in the target file/)
  })

  it('has two segments send together what one run sends', async () => {
    // The last journey is due well before the end, and the next one well after it.
    const common = ['--scenario', 'cleanup', '--rate', '51', '--duration', '5.95s']
    const parts = ['0:1/2', '1/2:1'].map((part) => [
      ...common,
      '--execution-segment',
      part,
      '--execution-segment-sequence',
      '0,1/2,1',
    ])
    const [whole, ...halves] = await Promise.all([common, ...parts].map((args) => load(args)))
    const files = halves.map(({ folder }) => join(folder, 'report.json'))
    const out = emptyFolder()
    const merged = await touchstone(['merge', ...files, '--out', out])
    expect(merged.code, merged.out + merged.err).toBe(0)
    const joined = readReport(out).load
    const alone = whole?.report().load
    const counts = (of: typeof alone) =>
      Object.entries(of?.operations ?? {}).map(([id, { count }]) => [id, count] as const)
    expect(alone?.total.count).toBeGreaterThan(200)
    expect(Object.fromEntries(counts(joined))).toEqual(Object.fromEntries(counts(alone)))
    const [first, second] = halves.map(({ report }) => report().load?.journeys.completed ?? 0)
    expect(Math.abs((first ?? 0) - (second ?? 0))).toBeLessThanOrEqual(1)
  })

  it('deletes what it made when it is interrupted', async () => {
    const { server, file } = await target({ latencyMs: 15 })
    const out = emptyFolder()
    // A template's record has no name by which it could be found where its create was cut off before the response.
    const interrupted = ['load', '--rate', '200', '--duration', '60s', '--skip', 'compose.deployTemplate']
    let sent = false
    const ended = await touchstone([...interrupted, '--target', file, '--out', out], {
      started(child, printed) {
        const waiting = setInterval(() => {
          if (sent || !/under load: \d/.test(printed())) return
          sent = true
          clearInterval(waiting)
          child.kill('SIGINT')
        }, 50)
        child.once('exit', () => clearInterval(waiting))
      },
    })
    expect(sent, ended.out + ended.err).toBe(true)
    expect(ended.code).toBe(130)
    expect(await leftOn(server)).toBe(0)
    const report = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as {
      leftovers: unknown[]
      exitCode: number
    }
    expect(report).toMatchObject({ exitCode: 130, leftovers: [] })
  })
})

withK6('a load that is no result', () => {
  it('is one whose generator was the bottleneck: exit code 3', async () => {
    const { file } = await target({ latencyMs: 20 })
    const args = ['--target', file, '--scenario', 'cleanup', '--concurrency', '1', '--rate', '300', '--duration', '3s']
    const { code, out, report } = await load(args)
    expect(code, out).toBe(3)
    expect(report().load?.invalid).toMatch(/no free virtual user/)
    expect(out).toMatch(/raise --concurrency/)
  })

  it('is one in which an operation had no turn', async () => {
    const { code, out } = await load(['--rate', '20', '--duration', '1s'])
    expect(code, out).toBe(3)
    expect(out).toMatch(/was not called under load/)
  })

  it('is one whose target is not there', async () => {
    const args = ['--base-url', 'http://127.0.0.1:9', '--token', 'a-token-of-these-tests', '--allow', 'deploy']
    const { code, out } = await load(args)
    expect(code).toBe(3)
    expect(out).toMatch(/can't be reached/)
  })
})

withK6('limits of latency', () => {
  it('that are crossed make exit code 1, and those that are kept do not', async () => {
    const latency = { 'application.one': { p95: 5 }, 'compose.one': { p95: 60_000 } }
    const { file } = await target({ latencyMs: 20 }, { limits: { latency } })
    const only = ['--only', 'application.one', 'compose.one']
    const { code, out, report } = await load(['--target', file, '--scenario', 'cleanup', '--duration', '3s', ...only])
    expect(code, out).toBe(1)
    const said = report().results.filter(({ check }) => check === 'load/latency')
    expect(said).toMatchObject([
      { operation: 'application.one', verdict: 'warn', expected: '95 of 100 responses within 5 ms' },
      { operation: 'compose.one', verdict: 'pass' },
    ])
    expect(report().load?.operations['application.one']?.limit).toEqual({ p95: 5 })
  })

  it('that are known to be crossed do not, and those that are kept by now do', async () => {
    const latency = { 'application.one': { p95: 5 }, 'compose.one': { p95: 60_000 } }
    const ids = ['application.one load/latency', 'compose.one load/latency', 'user.all auth/no-header']
    const known = ids.map((id) => ({ id, why: 'ticket 7' }))
    const { file } = await target({ latencyMs: 20 }, { limits: { latency }, known })
    const args = [
      '--target',
      file,
      '--scenario',
      'cleanup',
      '--duration',
      '3s',
      '--only',
      'application.one',
      'compose.one',
    ]
    const { code, out, report } = await load(args)
    expect(code, out).toBe(1)
    const said = Object.fromEntries(report().results.map(({ id, verdict }) => [id, verdict]))
    expect(said).toMatchObject({ 'application.one load/latency': 'known', 'compose.one load/latency': 'pass' })
    expect(report().unheld).toEqual([expect.stringMatching(/'compose.one load\/latency': it no longer fails/)])
    // What is known of a run of the suites holds no load.
    expect(out).not.toContain('user.all')
  })
})
