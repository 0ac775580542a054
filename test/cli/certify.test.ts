/** A vendor's walk: judge, certify, verify; then with a fault; then with a part that is not offered. */
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startReference, type StartOptions } from '../../fixtures/reference/serve.ts'
import { operations } from '../../schemas/registry.ts'
import type { Statement } from '../../schemas/certificate.ts'
import { emptyFolder } from '../folder.ts'
import { called } from './called.ts'
import { readReport } from './report-file.ts'
import { touchstone, type Ended } from './touchstone.ts'

const folder = emptyFolder()
const at = (...names: readonly string[]) => join(folder, ...names)
/** A run has a process of its own, as it has for a user; the rest says and writes the same in this one. */
const run = (...args: readonly string[]) => (args[0] === 'run' ? touchstone : called)(args, { cwd: folder })

/** A run on a reference server of its own, with what its target file adds. */
async function judge(out: string, start: StartOptions, more: object, ...args: readonly string[]) {
  const server = await startReference(start)
  onTestFinished(() => server.close())
  const target = { baseUrl: server.baseUrl, token: server.token, ...server.target, ...more }
  writeFileSync(at(`${out}.json`), JSON.stringify(target))
  return run('run', '--target', `${out}.json`, '--allow', 'all', '--seed', '1', '--out', out, ...args)
}

function statementIn(out: string): Statement {
  const { payload } = JSON.parse(readFileSync(at(out, 'certificate.json'), 'utf8')) as { payload: string }
  return JSON.parse(Buffer.from(payload, 'base64').toString()) as Statement
}

const certify = (out: string) => run('certify', '--report', join(out, 'report.json'), '--key', 'vendor.key')

let judged: Ended

beforeAll(async () => {
  const made = await run('keygen', '--out', 'vendor')
  expect(made.err).toBe('')
  expect(statSync(at('vendor.key')).mode & 0o777).toBe(0o600)
  judged = await run('run', '--seed', '7', '--fuzz', '1')
  renameSync(at('touchstone-report'), at('good'))
})

test('a run judges the embedded reference server, all of it, and leaves a report', () => {
  const { code, out, err } = judged
  expect(err).toBe('')
  expect(code).toBe(0)
  expect(out).toMatch(/judges the embedded reference server, http:\/\/127\.0\.0\.1:\d+/)
  expect(out).toContain('keeps the specification')
  expect(out).toContain(join('touchstone-report', 'report.json'))
  const report = readReport(at('good'))
  expect(report).toMatchObject({
    seed: 7,
    exitCode: 0,
    leftovers: [],
    totals: { fail: 0, warn: 0, error: 0, skipped: 0 },
  })
  expect(report.executed).toBe(report.planned)
  expect(report.results).toHaveLength(report.planned)
  expect(new Set(report.results.map(({ id }) => id)).size).toBe(report.planned)
  expect(Object.values(report.totals).reduce((sum, count) => sum + count, 0)).toBe(report.planned)
  expect(report.coverage.operations.exercised).toBe(operations.length)
})

test('the reference server conforms; its certificate holds, with its report and without', async () => {
  const certified = await certify('good')
  expect(certified.err).toBe('')
  expect(certified.code).toBe(0)
  expect(certified.out).toMatch(/ conforms\.\n {2}177 of 177 operations succeeded/)
  expect(statementIn('good').predicate).toMatchObject({ result: 'PASSED', failedTests: [], warnedTests: [] })
  const { digests, results } = readReport(at('good'))
  expect(statementIn('good').predicate.passedTests).toHaveLength(results.length)
  expect(Object.keys(digests?.checks ?? {}).length).toBeGreaterThan(80)

  const held = await run('verify', 'good/certificate.json', '--key', 'vendor.pub', '--report', 'good/report.json')
  expect(held.code).toBe(0)
  expect(held.out).toMatch(
    /^good\/certificate\.json holds: signed by SHA256:.*The report is the one that was certified/s,
  )
  expect((await run('verify', 'good/certificate.json', '--key', 'vendor.pub')).out).toContain('was not looked at')
  for (const name of ['certificate.html', 'certificate.svg'])
    expect(readFileSync(at('good', name), 'utf8')).toContain('onforms')
})

test('a fault: does not conform, and diff names its cause', async () => {
  const judged = await judge(
    'bad',
    { faults: ['exists/no-settings.getIp'] },
    {},
    '--fuzz',
    '0',
    '--only',
    'settings.get*',
  )
  expect(judged.code).toBe(1)
  const certified = await certify('bad')
  expect(certified.out).toContain(' does not conform.')
  expect(statementIn('bad').predicate).toMatchObject({
    result: 'FAILED',
    failedTests: ['settings.getIp exists/operation'],
  })

  const diff = await run('diff', 'good/report.json', 'bad/report.json')
  expect(diff.err).toBe('')
  expect(diff.code).toBe(1)
  expect(diff.out).toMatch(/exists\/operation +pass +fail +settings\.getIp +the target changed/)
  const back = await run('diff', 'bad/report.json', 'good/report.json', '--format', 'json')
  expect(back.code).toBe(0)
  expect(JSON.parse(back.out)).toMatchObject({ worse: 0 })
})

test('what is not offered: conforms in part, with the operations that were left out', async () => {
  const kept = new Set(['user', 'settings', 'registry'])
  const omit = [...new Set(operations.map(({ group }) => group))].filter((group) => !kept.has(group))
  const judged = await judge('part', {}, { omit }, '--fuzz', '1')
  expect(judged.err).toBe('')
  expect(judged.code).toBe(0)
  const certified = await certify('part')
  expect(certified.out).toContain(' conforms in part.')
  const { gaps, verdict } = statementIn('part').predicate.touchstone_certified
  expect(verdict).toBe('conforms in part')
  expect(gaps.omitted).toEqual(operations.filter(({ group }) => omit.includes(group)).map(({ id }) => id))
  const page = readFileSync(at('part', 'certificate.html'), 'utf8')
  expect(page).toContain('conforms in part')
  expect(page).toContain(`Omitted: the target does not offer them (${gaps.omitted.length})`)
})

test('a changed report, a changed certificate and another key are refused, each said which', async () => {
  await certify('good')
  const report = readFileSync(at('good', 'report.json'), 'utf8')
  writeFileSync(at('changed.json'), report.replace('"seed": 7', '"seed": 8'))
  const other = await run('verify', 'good/certificate.json', '--key', 'vendor.pub', '--report', 'changed.json')
  expect(other).toMatchObject({ code: 1, out: expect.stringContaining('report: changed.json was changed') })

  const text = readFileSync(at('good', 'certificate.json'), 'utf8')
  writeFileSync(
    at('forged.json'),
    text.replace(/(?<="payload":".{400})./, (one) => (one === 'A' ? 'B' : 'A')),
  )
  const forged = await run('verify', 'forged.json', '--key', 'vendor.pub')
  expect(forged).toMatchObject({ code: 1, out: expect.stringContaining('certificate: it was changed') })

  await run('keygen', '--out', 'stranger', '--type', 'p256')
  const stranger = await run('verify', 'good/certificate.json', '--key', 'stranger.pub')
  expect(stranger).toMatchObject({ code: 1, out: expect.stringContaining('signature: it was made with another key') })
})

test.each([
  ['no key', ['verify', 'good/certificate.json'], /needs --key/],
  ['a public key to sign with', ['certify', '--report', 'good/report.json', '--key', 'vendor.pub'], /public key/],
  ['no key at all', ['certify', '--report', 'good/report.json', '--key', 'good/report.json'], /no private key in PEM/],
  ['no report', ['certify', '--report', 'vendor.pub'], /no report of touchstone/],
  ['an address that is none', ['certify', '--report', 'good/report.json', '--url', 'here'], /--url takes an address/],
  ['a key that is there', ['keygen', '--out', 'vendor'], /never overwritten/],
  ['one report to compare', ['compare', 'good/report.json'], /two reports or more/],
  ['a folder without reports', ['history', '/proc/self/fd'], /no single history|can't be read/],
])('%s is wrong usage', async (_, args, why) => {
  const { code, err } = await run(...args)
  expect(err).toMatch(why)
  expect(code).toBe(2)
})

test('half a run is not certified', async () => {
  const half = await run('run', '--only', 'user', '--shard', '1/2', '--fuzz', '0', '--out', 'half')
  expect(half.code).toBe(0)
  const refused = await run('certify', '--report', 'half/report.json')
  expect(refused.code).toBe(2)
  expect(refused.err).toContain('of 2 shards, 2 is missing')
})

test('compare puts two targets side by side, history draws them, in each form', async () => {
  const other = await judge(
    'other',
    { variants: ['errors/all-400', 'creates/identifier-only'] },
    {},
    '--fuzz',
    '0',
    '--only',
    'sqla',
    'user',
  )
  expect(other.code).toBe(0)
  const compared = await run('compare', 'good/report.json', 'other/report.json')
  expect(compared.err).toBe('')
  expect(compared.code).toBe(0)
  expect(compared.out).toMatch(/an unknown identifier +404 +400$/m)
  for (const [file, begins] of [
    ['both.html', '<!doctype html>'],
    ['both.md', '## 2 targets side by side'],
    ['both.json', '{'],
  ] as const) {
    expect((await run('compare', 'good/report.json', 'other/report.json', '--out', file)).code).toBe(0)
    expect(readFileSync(at(file), 'utf8').startsWith(begins)).toBe(true)
  }
  const { target } = readReport(at('other'))
  const refused = await run('history', '.')
  expect(refused.code).toBe(2)
  expect(refused.err).toContain(target.baseUrl)
  const drawn = await run('history', '.', '--of', target.baseUrl, '--out', 'history.html')
  expect(drawn.code).toBe(0)
  expect(readFileSync(at('history.html'), 'utf8')).toContain('report by report')
})
