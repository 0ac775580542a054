/** A load on many machines, as the k6-operator runs it: each part a process of its own, and one report of all logs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readReport } from '../cli/report-file.ts'
import { touchstone } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'
import { documents } from './emitted.ts'
import { withK6 } from './k6.ts'
import { operate, type TestRun } from './operator.ts'
import { leftOn, target } from './run.ts'

/** Few journeys, so that what is sent at rest takes little; the last one is due well before the end. */
const small = ['--only', 'application', 'sqla', '--rate', '41', '--duration', '5.95s', '--concurrency', '120']

async function loaded(args: readonly string[], token: string, headers = '') {
  const { scripts, kinds } = await documents(...args)
  const ran = await operate(scripts, kinds['TestRun'] as TestRun, {
    TOUCHSTONE_TOKEN: token,
    TOUCHSTONE_HEADERS: headers,
  })
  const out = emptyFolder()
  const merged = await touchstone(['merge', '--logs', ...ran.logs, '--out', out])
  return { ...ran, merged, out, report: () => readReport(out) }
}

withK6('a load that the k6-operator runs', () => {
  it('sends in four parts what it sends in one, and measures the same', { timeout: 120_000 }, async () => {
    const { server, file } = await target({ latencyMs: 400 })
    const common = ['--target', file, ...small]
    const whole = await loaded([...common, '--parallelism', '1'], server.token)
    const parts = await loaded([...common, '--parallelism', '4'], server.token, '{"X-Tenant":"acme"}')
    expect(whole.merged.code, whole.merged.out + whole.merged.err).toBe(0)
    expect(parts.merged.code, parts.merged.out + parts.merged.err).toBe(0)
    expect([...whole.codes, ...parts.codes]).toEqual([0, 0, 0, 0, 0])
    const [alone, joined] = [whole.report(), parts.report()]
    const counts = (of: typeof alone) =>
      Object.entries(of.load?.operations ?? {}).map(([id, { count }]) => `${id} ${count}`)
    expect(counts(joined).toSorted()).toEqual(counts(alone).toSorted())
    expect(joined.load?.total.count).toBeGreaterThan(150)
    // What comes before the load is shared out, too.
    expect(joined.requests).toBe(alone.requests)
    for (const at of ['p50', 'p90', 'p95'] as const) {
      const [one, other] = [alone.load?.total[at] ?? 0, joined.load?.total[at] ?? 0]
      expect(Math.abs(one - other), at).toBeLessThanOrEqual(one * 0.01)
    }
    expect(joined.leftovers).toEqual([])
    expect(await leftOn(server)).toBe(0)
    // What a journal needs stands in it, and nothing of the token.
    const journal = readFileSync(join(parts.out, 'journal.jsonl'), 'utf8')
    expect(journal).toContain('"event":"created"')
    for (const log of parts.logs) expect(readFileSync(log, 'utf8')).not.toContain(server.token)
  })

  it.each([
    ['the token is wrong', {}, 'no-such-token-0123456789'],
    ['nobody listens', { baseUrl: 'http://127.0.0.1:9' }, ''],
    [
      'the project is unknown',
      { identifiers: { projectId: 'nobody', environmentId: 'nobody', templateId: 'none' } },
      '',
    ],
  ])('fails in each pod where %s', async (_, more, token) => {
    const { server, file } = await target({}, more)
    const { codes, merged } = await loaded(['--target', file, ...small, '--parallelism', '2'], token || server.token)
    for (const code of codes) expect(code).not.toBe(0)
    expect(merged.code, merged.out).toBe(3)
  })

  it('tells what a pod found, and misses a pod whose log is not there', async () => {
    const { server, file } = await target({ faults: ['media/busy-page'] })
    const { logs, codes, merged, report } = await loaded(
      ['--target', file, ...small, '--parallelism', '2'],
      server.token,
    )
    expect(codes).toContain(99)
    expect(merged.code, merged.out).toBe(1)
    expect(report().results.find(({ id }) => id === 'application.deploy load/media-type')?.verdict).toBe('fail')
    const half = await touchstone(['merge', '--logs', logs[0] ?? '', '--out', emptyFolder()])
    expect([half.code, half.out]).toEqual([3, expect.stringMatching(/the logs of 1 of 2 parts are missing/)])
    const cut = join(emptyFolder(), 'cut.log')
    const lines = logs.flatMap((log) => readFileSync(log, 'utf8').split('\n'))
    const gone = lines.findIndex((line) => line.includes('"phase":"load"'))
    writeFileSync(cut, lines.filter((_line, at) => at !== gone).join('\n'))
    const short = await touchstone(['merge', '--logs', cut, '--out', emptyFolder()])
    expect([short.code, short.out]).toEqual([3, expect.stringMatching(/1 of \d+ journeys are missing in the logs/)])
  })
})
