/** `touchstone load` as a user meets it. All of it goes to loopback, for some seconds. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { operations } from '../../schemas/registry.ts'
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
    expect(one?.got).toMatch(/one that shows the record of journey \w+ \(in \d+ of \d+ responses\)/)
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
    // The script passes over what it has judged before: each of many equal answers counts all the same.
    const every = expect.stringMatching(/\(in (\d+) of \1 responses\)/) as string
    expect(found('settings.cleanAll load/body')).toMatchObject({ verdict: 'warn', got: every })
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
})
