/** A vendor's walk on a container image: judge, certify, verify; then with a fault; then with what is not offered left out. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Statement } from '../../schemas/certificate.ts'
import { readReport } from '../cli/report-file.ts'
import { touchstone } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'
import { needsEngine, runImage } from './engine.ts'

beforeEach(needsEngine)

const FAULT = 'exists/no-settings.getIp'

test(
  'the reference image is certified; with a fault it is not, and diff says so; with omit, in part',
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

    expect(await judged('good', '--fuzz', '1')).toMatchObject({ code: 0, err: '' })
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

    expect(await judged('bad', '--fuzz', '0', '--env', `FAULTS=${FAULT}`)).toMatchObject({ code: 1 })
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
      gaps: { omitted: ['settings.getIp'], unselected: [], neverSucceeded: [], undecided: [], known: [], narrowed: [] },
    })
    expect(await verify('part')).toMatchObject({ code: 0 })
    expect(readReport(at('part')).target.deviations.join()).toContain('settings.getIp')
  },
)
