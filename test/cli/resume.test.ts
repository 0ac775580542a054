/** `run --resume`: what it refuses, what it keeps, and that a certificate rests on the whole. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startReference, type RunningReference } from '../../fixtures/reference/serve.ts'
import type { Statement } from '../../schemas/certificate.ts'
import { emptyFolder } from '../folder.ts'
import { onceUpdateJudged, signalAt } from './moments.ts'
import { readReport } from './report-file.ts'
import { touchstone } from './touchstone.ts'

const folder = emptyFolder()
const at = (...names: readonly string[]) => join(folder, ...names)
let server: RunningReference
const run = (...args: readonly string[]) => touchstone(args, { cwd: folder, env: { TOUCHSTONE_TOKEN: server.token } })

/** A run that is interrupted once an update is judged: what it had judged by then is kept. */
beforeAll(async () => {
  server = await startReference()
  const { token: _token, ...target } = { ...server.target, token: server.token }
  writeFileSync(at('target.json'), JSON.stringify({ baseUrl: server.baseUrl, ...target }))
  const args = ['--seed', '5', '--fuzz', '0', '--only', 'user.*', 'registry.*', '--out', 'cut']
  const env = { TOUCHSTONE_TOKEN: server.token }
  const started = signalAt(onceUpdateJudged, at('cut'), 'SIGINT')
  const cut = await touchstone(['run', '--target', 'target.json', ...args], { cwd: folder, env, started })
  expect(cut.code).toBe(130)
  expect(cut.out).toContain('To go on with this run: touchstone run --resume cut')
  return () => server.close()
})

/** The same interrupted run in a folder of its own. */
function copied(name: string, changed: (text: string) => string = (text) => text): string {
  mkdirSync(at(name))
  for (const file of ['journal.jsonl', 'report.json']) copyFileSync(at('cut', file), at(name, file))
  writeFileSync(at(name, 'results.jsonl'), changed(readFileSync(at('cut', 'results.jsonl'), 'utf8')))
  return name
}

test.each<[string, readonly string[], RegExp]>([
  ['another seed', ['--seed', '6'], /its seed is 5, and not 6/],
  ['other fuzzing', ['--fuzz', '1'], /--fuzz differs: it was 0, and is 1/],
  ['another selection', ['--only', 'user.*'], /--only differs/],
  [
    'another target',
    ['--base-url', 'http://127.0.0.1:9'],
    /the target differs: it was .*, and is http:\/\/127.0.0.1:9/,
  ],
  ['other permissions', ['--allow', 'deploy'], /--allow differs/],
  ['another folder', ['--out', 'elsewhere'], /remove --out/],
  ['several tries', ['--repeat', '2'], /--repeat starts from the beginning/],
])('refuses %s, and says why', async (_, more, words) => {
  const before = readFileSync(at('cut', 'results.jsonl'), 'utf8')
  const ended = await run('run', '--resume', 'cut', ...more)
  expect(ended.err).toMatch(words)
  expect(ended.code).toBe(2)
  expect(readFileSync(at('cut', 'results.jsonl'), 'utf8')).toBe(before)
})

test('refuses what another version or other checks have judged', async () => {
  const older = copied('older', (text) => text.replace(/"touchstone":"[^"]+"/, '"touchstone":"0.0.1"'))
  expect((await run('run', '--resume', older)).err).toMatch(/touchstone 0\.0\.1 began it/)
  const other = copied('other', (text) => text.replace(/"code":"\w/, '"code":"x'))
  expect((await run('run', '--resume', other)).err).toMatch(/its checks are not those of this touchstone/)
})

test.each([
  ['a folder that is not there', 'nowhere', null],
  ['a file of somebody else', 'foreign', '{"mine":1}\n'],
])('refuses %s', async (_, name, text) => {
  if (text !== null) {
    mkdirSync(at(name))
    writeFileSync(at(name, 'results.jsonl'), text)
  }
  const ended = await run('run', '--resume', name)
  expect(ended.code).toBe(2)
  expect(ended.err).toMatch(/no interrupted run is in it|is not what an interrupted run has left/)
  if (text !== null) expect((await run('run', '--only', 'user.all', '--out', name)).code).toBe(2)
})

test('judges the rest with half a line lost, and only the whole is certified', async () => {
  const name = copied('on', (text) => text.slice(0, -40))
  const refused = await run('certify', '--report', join(name, 'report.json'))
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('the run was interrupted') })

  const ended = await run('run', '--resume', name, '--max-requests', '100000')
  expect(ended.err).toBe('')
  expect(ended.code).toBe(0)
  const { results, resumed = [], planned, executed, leftovers } = readReport(at(name))
  expect(executed).toBe(planned)
  expect(leftovers).toEqual([])
  expect(resumed).toHaveLength(1)
  expect(resumed[0]?.results).toBe(results.filter(({ keptFrom }) => keptFrom === resumed[0]?.run).length)
  expect(resumed[0]?.results).toBeGreaterThan(20)
  expect(ended.out).toMatch(/\d+ results kept from run \w{8} of .*, which was interrupted/)
  expect(existsSync(at(name, 'results.jsonl'))).toBe(false)

  const certified = await run('certify', '--report', join(name, 'report.json'))
  expect(certified.code).toBe(0)
  const { payload } = JSON.parse(readFileSync(at(name, 'certificate.json'), 'utf8')) as { payload: string }
  const said = JSON.parse(Buffer.from(payload, 'base64').toString()) as Statement
  expect(said.predicate.touchstone_certified.runs).toMatchObject([{ resumed }])

  const report = JSON.parse(readFileSync(at(name, 'report.json'), 'utf8')) as { resumed: object }
  writeFileSync(at('less.json'), JSON.stringify({ ...report, resumed: [] }))
  const less = await run('certify', '--report', 'less.json')
  expect(less).toMatchObject({ code: 2, err: expect.stringContaining('results of a run that was interrupted') })
})
