/** A target that speaks other words is loaded in them, and told of in ours. */
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import type { StartOptions } from '../../fixtures/reference/serve.ts'
import { invented, registries, startWorded } from '../worded.ts'
import { withK6 } from './k6.ts'
import { leftOn, load, target } from './run.ts'

async function wordedTarget(start: StartOptions) {
  const { server, file } = await target(start)
  const worded = await startWorded(server.baseUrl)
  onTestFinished(() => worded.close())
  const lookup = { ...server.target.lookup, registry: { path: registries } }
  const given = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...given, baseUrl: worded.baseUrl, lookup, vocabulary: invented }))
  return { server, file }
}

withK6('load in other words', () => {
  it('has the figures and verdicts that it has in ours, and leaves nothing', async () => {
    const { server, file } = await wordedTarget({})
    const { code, out, report } = await load(['--target', file, '--scenario', 'mixed', '--duration', '15s'])
    expect(code, out).toBe(0)
    const { load: figures, totals, leftovers, results, target: loadOptions } = report()
    expect(totals).toMatchObject({ fail: 0, warn: 0, inconclusive: 0, error: 0 })
    expect(leftovers).toEqual([])
    expect(Object.keys(figures?.operations ?? {})).toEqual(expect.arrayContaining(['sqla.create', 'compose.templates']))
    expect(results.filter(({ check, verdict }) => check === 'load/kept' && verdict === 'pass')).toHaveLength(8)
    expect(loadOptions).toMatchObject({ vocabulary: invented })
    expect(await leftOn(server)).toBe(0)
  })

  it('finds in other words what it finds in ours', async () => {
    const { file } = await wordedTarget({ faults: ['errors/busy-without-message', 'burst/forgets'] })
    const { code, out, report } = await load(['--target', file, '--duration', '10s'])
    expect(code, out).toBe(1)
    const found = report().results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    expect(found.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['docstore.deploy load/error-shape', 'sqlc.one load/kept']),
    )
    const [one] = found
    expect(one?.evidence[0]?.request.url).toContain(`/${invented.groups[one?.operation.split('.')[0] ?? '']}.zu`)
  })
})
