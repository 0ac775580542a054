/** A load on many machines, as the k6-operator runs it: each part a process of its own, and one report of all logs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withK6 } from './k6.ts'
import { loaded, small } from './operator.ts'
import { leftOn, target } from './run.ts'

withK6('a load that the k6-operator runs', () => {
  it('sends in four parts what it sends in one, and measures the same', { timeout: 300_000 }, async () => {
    const [one, other] = [await target({ latencyMs: 400 }), await target({ latencyMs: 400 })]
    // Both mostly wait, each for a server of its own.
    const [whole, parts] = await Promise.all([
      loaded(['--target', one.file, ...small, '--parallelism', '1'], one.server.token),
      loaded(['--target', other.file, ...small, '--parallelism', '4'], other.server.token, '{"X-Tenant":"acme"}'),
    ])
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
      const [took, tookJoined] = [alone.load?.total[at] ?? 0, joined.load?.total[at] ?? 0]
      expect(Math.abs(took - tookJoined), at).toBeLessThanOrEqual(took * 0.01)
    }
    expect(joined.leftovers).toEqual([])
    expect([await leftOn(one.server), await leftOn(other.server)]).toEqual([0, 0])
    // What a journal needs stands in it, and nothing of the token.
    const journal = readFileSync(join(parts.out, 'journal.jsonl'), 'utf8')
    expect(journal).toContain('"event":"created"')
    for (const log of parts.logs) expect(readFileSync(log, 'utf8')).not.toContain(other.server.token)
  })
})
