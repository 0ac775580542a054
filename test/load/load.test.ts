/** `touchstone load` as a user meets it. All of it goes to loopback, for some seconds. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { operations } from '../../schemas/registry.ts'
import { readReport } from '../cli/report-file.ts'
import { touchstone } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'
import { startDropping } from './dropping.ts'
import { withK6 } from './k6.ts'
import { leftOn, load, namesOn, target } from './run.ts'

const deploying = operations
  .filter(({ effect, name }) => effect === 'deploy' && /^(deploy|redeploy|start|stop|deployTemplate)$/.test(name))
  .map(({ id }) => id)

withK6('load', () => {
  it('tells figures for each deploy operation of the embedded server', async () => {
    const { code, out, report } = await load(['--profile', 'smoke', '--duration', '8s'])
    expect(code, out).toBe(0)
    const { load: figures, totals, leftovers, results } = report()
    expect(totals).toMatchObject({ fail: 0, warn: 0, inconclusive: 0, error: 0 })
    expect(leftovers).toEqual([])
    expect(figures?.invalid).toBeNull()
    expect(Object.keys(figures?.operations ?? {})).toEqual(expect.arrayContaining(deploying))
    for (const [id, { count, errors, p50, p95, max, series }] of Object.entries(figures?.operations ?? {})) {
      expect({ id, count, errors }).toEqual({ id, count: expect.any(Number) as number, errors: 0 })
      expect(count, id).toBeGreaterThan(0)
      expect(p50 ?? 0).toBeGreaterThan(0)
      expect(p95 ?? 0).toBeGreaterThanOrEqual(p50 ?? 0)
      expect(max ?? 0).toBeGreaterThanOrEqual(p95 ?? 0)
      expect(series.reduce((sum, point) => sum + point.count, 0)).toBe(count)
      expect(out).toContain(id)
    }
    expect(figures?.series).toHaveLength(8)
    expect(results.filter(({ check, verdict }) => check === 'load/own-answer' && verdict === 'pass').length).toBe(16)
  })

  it('finds what breaks only now and then, and says it with the exchange', async () => {
    const faults = ['burst/anothers-answer', 'burst/forgets', 'errors/busy-without-message', 'media/busy-page']
    const { server, file } = await target({ faults })
    const { code, report, folder } = await load(['--target', file, '--duration', '10s'])
    expect(code).toBe(1)
    const { results, exitCode } = report()
    expect(exitCode).toBe(1)
    const found = (check: string, verdict: string) =>
      results.filter((one) => one.check === check && one.verdict === verdict).map(({ operation }) => operation)
    const [swapped] = found('load/own-answer', 'warn')
    expect(['application.one', 'compose.one', 'sqla.one', 'kvstore.one']).toContain(swapped)
    expect(found('load/kept', 'warn')).toContain('sqlc.one')
    expect(found('load/error-shape', 'fail')).toEqual(['docstore.deploy', 'docstore.stop', 'docstore.start'])
    expect(found('load/media-type', 'fail')).toContain('application.deploy')
    expect(found('load/json', 'fail')).toContain('application.deploy')
    const one = results.find(({ check, verdict }) => check === 'load/own-answer' && verdict === 'warn')
    expect(one?.got).toMatch(/one that shows the record of journey \w+ \(in \d+ of \d+ answers\)/)
    expect(one?.evidence[0]?.response?.status).toBe(200)
    expect(one?.evidence[0]?.curl).toContain('<ACCESS_TOKEN>')
    for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name), 'utf8')).not.toContain(server.token)
  })

  it('finds what only many requests at once show, however few the load has', async () => {
    const { file } = await target({ faults: ['burst/swapped-reads', 'bytes/zero-bytes'] })
    const only = ['--scenario', 'mixed', '--only', 'application.one', 'settings.clean*']
    const { code, out, report } = await load(['--target', file, '--duration', '6s', ...only])
    expect(code, out).toBe(1)
    const { results, load: figures } = report()
    const found = (id: string) => results.find((one) => one.id === id)
    expect(found('application.one load/own-answer')).toMatchObject({ verdict: 'warn' })
    expect(found('application.one load/own-answer')?.evidence[0]?.request.url).toContain('application.one')
    expect(found('settings.cleanAll load/body')).toMatchObject({ verdict: 'warn' })
    // What is sent at once before the load is in no figure of it.
    expect(figures?.total.count).toBeLessThan(300)
  })

  it('tells of requests that are not answered', async () => {
    const { server, file } = await target()
    const dropping = await startDropping(server.baseUrl, 30, 300)
    const { code, out, report } = await load([
      '--target',
      file,
      '--base-url',
      dropping,
      '--rate',
      '60',
      '--duration',
      '5s',
    ])
    expect(code, out).toBe(1)
    const { results, leftovers } = report()
    const silent = results.filter(({ check, verdict }) => check === 'load/answered' && verdict === 'warn')
    expect(silent.length).toBeGreaterThan(5)
    expect(silent[0]?.got).toMatch(/^\d+ of \d+ requests unanswered \(/)
    // A delete may go unanswered as well: what stays is told.
    expect(leftovers.map(({ name }) => name)).toEqual(expect.arrayContaining([...(await namesOn(server))]))
  })

  it('accuses no target that shows a record a moment later, or that deploys nothing', async () => {
    const { server, file } = await target({ variants: ['writes/seen-later', 'deploy/refused'] })
    const { code, out, report } = await load(['--target', file, '--rate', '60', '--duration', '5s'])
    expect(code, out).toBe(0)
    const { totals, results } = report()
    expect(totals).toMatchObject({ fail: 0, warn: 0, error: 0 })
    const found = (id: string) => results.find((one) => one.id === id)
    expect(found('application.one load/kept')?.verdict).toBe('pass')
    expect(found('compose.deployTemplate load/begun')).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/compose\.deployTemplate answered 500/) as string,
    })
    expect(await leftOn(server)).toBe(0)
  })

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
    // A template's record has no name by which it could be found where its create was cut off before the answer.
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
      { operation: 'application.one', verdict: 'warn', expected: '95 of 100 answers within 5 ms' },
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
    expect(report().unheld).toEqual([expect.stringMatching(/'compose.one load\/latency': it fails no more/)])
    // What is known of a run of the suites holds no load.
    expect(out).not.toContain('user.all')
  })
})
