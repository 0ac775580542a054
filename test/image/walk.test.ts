/** A vendor's walk on a container image: judge, certify, verify; then with a fault; then with what is not offered left out. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Statement } from '../../schemas/certificate.ts'
import { optionsFor } from '../../suites/prove/options.ts'
import { planOf } from '../../suites/run/plan.ts'
import { readReport } from '../cli/report-file.ts'
import { touchstone } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'
import { needsEngine, runImage, runOf, standing } from './engine.ts'

beforeEach(needsEngine)

const FAULT = 'exists/no-settings.getIp'

/** The verdict of each result of the embedded server: all pass (test/prove/reference.test.ts). */
const embedded = () =>
  Object.fromEntries(
    planOf(optionsFor({ baseUrl: '', token: '', target: {} }, { restarts: false, fuzz: 1 })).flatMap(
      ({ operation, checks }) => checks.map(({ id }) => [`${operation.id} ${id}`, 'pass']),
    ),
  )

test(
  'the reference image has the verdicts of the embedded server and is certified; with a fault it is not, and diff says so; with omit, in part',
  { timeout: 900_000 },
  async () => {
    const folder = emptyFolder()
    const at = (...names: readonly string[]) => join(folder, ...names)
    const run = (...args: readonly string[]) => touchstone(args, { cwd: folder })
    const judged = (out: string, ...args: readonly string[]) =>
      runImage(['--image', 'reference', '--seed', '1', ...args], at(out))
    const certify = (out: string) => run('certify', '--report', at(out, 'report.json'), '--key', at('vendor.key'))
    const verify = (out: string) =>
      run('verify', at(out, 'certificate.json'), '--key', at('vendor.pub'), '--report', at(out, 'report.json'))
    const said = (out: string) => {
      const { payload } = JSON.parse(readFileSync(at(out, 'certificate.json'), 'utf8')) as { payload: string }
      const statement = JSON.parse(Buffer.from(payload, 'base64').toString()) as Statement
      return statement.predicate.touchstone_certified
    }
    expect(await run('keygen', '--out', 'vendor')).toMatchObject({ code: 0, err: '' })

    const good = await judged('good', '--fuzz', '1')
    expect(good).toMatchObject({ code: 0, err: '' })
    expect(good.out).toMatch(/judges the image reference/)
    expect(good.out).toMatch(/serves at http:\/\/127\.0\.0\.1:\d+$/m)
    // It is gone afterwards.
    expect(await standing(runOf(good.out))).toEqual({ containers: [], networks: [], volumes: [] })
    const { results, totals, leftovers, target, options } = readReport(at('good'))
    // Our own server lives in memory. Nobody kills the process that judges, so the embedded one is not asked.
    const restarted = results.filter(({ check }) => check === 'records/outlive-process')
    expect(restarted.map(({ verdict }) => verdict)).toEqual(Array(9).fill('note'))
    const others = results.filter((one) => !restarted.includes(one))
    expect(Object.fromEntries(others.map(({ id, verdict }) => [id, verdict]))).toEqual(embedded())
    expect(totals).toMatchObject({ fail: 0, warn: 0, inconclusive: 0, blocked: 0, skipped: 0, error: 0 })
    expect(leftovers).toEqual([])
    expect(target.allowed).toEqual(['deploy', 'host', 'destructive'])
    expect(options).toMatchObject({ image: 'reference' })

    expect((await certify('good')).out).toContain(' conforms.')
    expect(said('good')).toMatchObject({
      verdict: 'conforms',
      target: { image: 'reference' },
      operations: { succeeded: 177 },
    })
    expect(await verify('good')).toMatchObject({
      code: 0,
      out: expect.stringContaining('The report is the one that was certified'),
    })

    expect(await judged('bad', '--only', 'settings.get*', '--env', `FAULTS=${FAULT}`)).toMatchObject({ code: 1 })
    expect((await certify('bad')).out).toContain(' does not conform.')
    expect(said('bad')).toMatchObject({ verdict: 'does not conform', counts: { fail: 1 } })
    expect(await verify('bad')).toMatchObject({ code: 0 })
    const diff = await run('diff', at('good', 'report.json'), at('bad', 'report.json'))
    expect(diff.code).toBe(1)
    expect(diff.out).toMatch(/exists\/operation +pass +fail +settings\.getIp +the target changed/)

    writeFileSync(at('target.json'), JSON.stringify({ omit: ['settings.getIp'] }))
    expect(
      await judged('part', '--fuzz', '1', '--env', `FAULTS=${FAULT}`, '--target', at('target.json')),
    ).toMatchObject({
      code: 0,
      err: '',
    })
    expect((await certify('part')).out).toContain(' conforms in part.')
    expect(said('part')).toMatchObject({
      verdict: 'conforms in part',
      gaps: {
        omitted: ['settings.getIp'],
        unselected: [],
        neverSucceeded: [],
        undecided: [],
        known: [],
        narrowed: [],
      },
    })
    expect(await verify('part')).toMatchObject({ code: 0 })
    expect(readReport(at('part')).target.deviations.join()).toContain('settings.getIp')
  },
)
