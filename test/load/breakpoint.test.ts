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

/** Three runs side by side, each of a server of its own: at these rates they mostly wait. */
async function isFoundThreeTimes(limit: object) {
  const runs = await Promise.all([1, 2, 3].map(() => gaveWay(limit, 150)))
  for (const { found, why } of runs) expect(Math.abs(found - 60), `${found}, ${why}`).toBeLessThanOrEqual(6)
}

withK6('the breakpoint', () => {
  it('is found within 10 % in three runs, of a server that refuses above a rate', { timeout: 300_000 }, () =>
    isFoundThreeTimes({ rateLimit: 60 }),
  )

  // Twelve at once, 200 ms each.
  it('is found within 10 % in three runs, of a server whose workers can do no more', { timeout: 300_000 }, () =>
    isFoundThreeTimes({ workers: 12, latencyMs: 200 }),
  )
})
