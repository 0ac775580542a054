/** A load on many machines, as the k6-operator runs it: each part a process of its own, and one report of all logs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withK6 } from './k6.ts'
import { loaded, small } from './operator.ts'
import { leftOn, target } from './run.ts'

withK6('a load that the k6-operator runs', () => {
  it('sends in four parts what it sends in one, and measures the same', { timeout: 300_000 }, async () => {
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
})
