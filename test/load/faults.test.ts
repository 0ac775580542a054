/** Each fault that only load shows is found by a load: at its default rate, or at the higher one that its output names. */
import { expect, it } from 'vitest'
import { loadFaults } from '../../fixtures/reference/faults/index.ts'
import { withK6 } from './k6.ts'
import { killers } from './killers.ts'
import { load, target } from './run.ts'

/** What leaks is sought in leak.test.ts. */
const APART = ['load/leak', 'load/page-far-above']
const together = loadFaults.filter(({ id }) => !APART.includes(id))

withK6('faults that only load shows', () => {
  it('are found at the default rate, all of them beside each other', async () => {
    const { file } = await target({ faults: together.map(({ id }) => id) })
    const { code, out, report } = await load(['--target', file, '--settle', '300'])
    expect(code, out).toBe(1)
    const found = report()
    const survivors = together.filter(({ id }) => killers(found, id).length === 0).map(({ id }) => id)
    expect(
      survivors,
      JSON.stringify(
        found.results.filter(({ verdict }) => verdict === 'warn' || verdict === 'fail').map(({ message }) => message),
        null,
        1,
      ),
    ).toEqual([])
    expect(together.length).toBeGreaterThanOrEqual(10)
  }, 300_000)

  it('are looked for below the rate that a target serves: where it rejects many requests, that rate is named', async () => {
    const { file } = await target({ rateLimit: 15 })
    const { code, out } = await load(['--target', file, '--duration', '6s', '--only', 'application', 'compose'])
    expect(code, out).toBe(0)
    const rate = /rejected \d+ % of the requests at up to 30 a second; --rate (\d+)/.exec(out)?.[1]
    expect(Number(rate), out).toBeGreaterThan(7)
    expect(Number(rate), out).toBeLessThan(25)
  })

  it('are not there at rest: the reference server without them is clean, and a higher rate is named', async () => {
    const { file } = await target({ faults: ['load/page-far-above'] })
    const only = ['--only', 'application.stop']
    // Few enough at once never to come near the rate of the fault; enough for a journey that takes long on a slow machine.
    const few = ['--concurrency', '4']
    const usual = await load(['--target', file, '--duration', '4s', ...few, ...only])
    expect(usual.code, usual.out).toBe(0)
    const hint = /--rate (\d+)/.exec(usual.out)?.[1]
    expect(Number(hint)).toBeGreaterThan(120)
    const higher = await load(['--target', file, '--duration', '4s', '--rate', hint ?? '', ...only])
    expect(higher.code, higher.out).toBe(1)
    expect(killers(higher.report(), 'load/page-far-above')).toContain('load/media-type')
  })

  it('that a server with a longer queue looks like are noted, and fail nothing', async () => {
    const { file } = await target({ faults: ['load/deploy-without-effect'] })
    // Others come first: what is asked before the load is no part of what is at rest.
    const short = ['--only', 'colstore', 'sqla', 'sqlb', 'sqlc', '--settle', '300', '--duration', '8s']
    const { code, out, report } = await load(['--target', file, ...short])
    expect(code, out).toBe(0)
    expect(killers(report(), 'load/deploy-without-effect'), out).toContain('load/effect')
    expect(report().results.filter(({ verdict }) => verdict === 'warn' || verdict === 'fail')).toEqual([])
  })
})
