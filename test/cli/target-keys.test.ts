/** What a target file's `known` and `vocabulary` do to a run, as a user meets it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startReference, type StartOptions } from '../../fixtures/reference/serve.ts'
import { emptyFolder } from '../folder.ts'
import { invented, startWorded } from '../worded.ts'
import { readReport } from './report-file.ts'
import { touchstone } from './touchstone.ts'

const MISSING = 'settings.getIp exists/operation'

async function run(start: StartOptions, file: object, worded = false) {
  const server = await startReference(start)
  onTestFinished(() => server.close())
  const proxy = worded ? await startWorded(server.baseUrl) : null
  onTestFinished(() => proxy?.close())
  const out = emptyFolder()
  const target = join(out, 'target.json')
  writeFileSync(target, JSON.stringify({ ...file, baseUrl: proxy?.baseUrl ?? server.baseUrl, token: server.token }))
  const ended = await touchstone([
    'run',
    '--target',
    target,
    '--only',
    'settings.get*',
    '--min-judged',
    '0',
    '--out',
    out,
  ])
  return { ...ended, report: readReport(out) }
}

test('a known failure does not fail the run', async () => {
  const known = [{ id: MISSING, why: 'not built yet', until: '2999-12-31' }]
  const { code, report } = await run({ faults: ['exists/no-settings.getIp'] }, { known })
  expect(code).toBe(0)
  expect(report.totals).toMatchObject({ known: 1, fail: 0 })
})

test('a known failure that is none fails the run, and is named', async () => {
  const known = [{ id: MISSING, why: 'not built yet' }]
  const { code, out, report } = await run({}, { known })
  expect(code).toBe(1)
  expect(out).toMatch(/known 'settings\.getIp exists\/operation': it no longer fails \(pass\)/)
  expect(report.unheld).toHaveLength(1)
})

test('the report shows the words of both', async () => {
  const { code, out, report } = await run({ faults: ['exists/no-settings.getIp'] }, { vocabulary: invented }, true)
  const words = `${invented.groups['settings']}.${invented.operations['getIp']}`
  expect(code).toBe(1)
  expect(out).toMatch(new RegExp(`on +settings\\.getIp \\(${words}\\)$`, 'm'))
  expect(out).toMatch(new RegExp(`try +curl .*/${words}'`))
  expect(report.target.vocabulary).toEqual(invented)
  expect(report.results.find(({ id }) => id === MISSING)?.words).toBe(words)
})
