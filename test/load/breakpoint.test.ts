/** Where a target gives way is found where it is known. */
import { expect, it } from 'vitest'
import { withK6 } from './k6.ts'
import { load, target } from './run.ts'

/** Up to more than twice the limit, in windows of a second. */
const shape = ['--profile', 'breakpoint', '--scenario', 'mixed', '--only', 'application', 'settings.health']
const gaveWay = async (limit: object, rate: number) => {
  const { file } = await target(limit, { allow: [] })
  const { report, out } = await load(['--target', file, ...shape, '--rate', String(rate), '--duration', '20s'])
  expect(report().load?.gaveWay, out).not.toBeNull()
  const { rate: found, why } = report().load?.gaveWay ?? { rate: 0, why: '' }
  return { found, why }
}

withK6('the breakpoint', () => {
  it('is found within 10 % in three runs, of a server that refuses above a rate', { timeout: 300_000 }, async () => {
    for (const run of [1, 2, 3]) {
      const { found, why } = await gaveWay({ rateLimit: 60 }, 150)
      expect(Math.abs(found - 60), `run ${run}: ${found}, ${why}`).toBeLessThanOrEqual(6)
    }
  })

  it('is found within 10 % in three runs, of a server whose workers can do no more', { timeout: 300_000 }, async () => {
    // Twelve at once, 200 ms each.
    for (const run of [1, 2, 3]) {
      const { found, why } = await gaveWay({ workers: 12, latencyMs: 200 }, 150)
      expect(Math.abs(found - 60), `run ${run}: ${found}, ${why}`).toBeLessThanOrEqual(6)
    }
  })
})
