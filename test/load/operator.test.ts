/** A load on many machines, as the k6-operator runs it: each part a process of its own, and one report of all logs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readLogs } from '../../load/logs/read.ts'
import { marks } from '../../load/scripts/line.ts'
import { withK6 } from './k6.ts'
import { loaded, small } from './operator.ts'
import { leftOn, target } from './run.ts'

/** No request of the load itself: one that has to be refused, and the read of what was deleted. */
const BESIDE = marks.probe | marks.gone

/** What each response of a load took, as its pods printed it, in milliseconds; the shortest first. */
const tookIn = (logs: readonly string[]): readonly number[] =>
  readLogs(logs)
    .journeys.filter(({ phase }) => phase === 'load')
    .flatMap(({ sent }) => sent.filter(([, , , , mark]) => (mark & BESIDE) === 0).map(([, , micros]) => micros / 1000))
    .toSorted((one, other) => one - other)

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
    // Each is held against what its own pods measured: how long two loads take differs with the machine.
    for (const [{ load }, { logs }] of [[alone, whole] as const, [joined, parts] as const]) {
      const took = tookIn(logs)
      expect(took).toHaveLength(load?.total.count ?? 0)
      for (const at of [50, 90, 95] as const) {
        const real = took[Math.ceil((took.length * at) / 100) - 1] ?? 0
        expect(Math.abs((load?.total[`p${at}`] ?? 0) - real), `p${at}`).toBeLessThanOrEqual(real * 0.01)
      }
    }
    expect(joined.leftovers).toEqual([])
    expect([await leftOn(one.server), await leftOn(other.server)]).toEqual([0, 0])
    // What a journal needs stands in it, and nothing of the token.
    const journal = readFileSync(join(parts.out, 'journal.jsonl'), 'utf8')
    expect(journal).toContain('"event":"created"')
    for (const log of parts.logs) expect(readFileSync(log, 'utf8')).not.toContain(other.server.token)
  })
})
