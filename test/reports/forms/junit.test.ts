import { readFileSync } from 'node:fs'
import { parse } from 'junit2json'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { junit } from '../../../reports/forms/junit.ts'
import type { Report, Verdict } from '../../../schemas/report.ts'
import { verdicts } from '../../../schemas/report.ts'
import { hostile, nasty } from '../hostile.ts'
import { report, result } from '../samples.ts'

const schema = readFileSync(new URL('../junit.xsd', import.meta.url), 'utf8')

async function valid(told: Report, why = ''): Promise<string> {
  const xml = junit(told, why)
  const { errors } = await validateXML({ xml: [{ fileName: 'junit.xml', contents: xml }], schema: [schema] })
  expect(errors.map(({ message }) => message)).toEqual([])
  return xml
}

const all = verdicts.map((verdict) => result('sqla.create', verdict, { check: `auth/${verdict}`, reason: 'so it is' }))

/** What became of each verdict. */
async function outcomes(failOn: string): Promise<Record<string, string>> {
  const suites = await parse(await valid(report(all, { options: { failOn } })))
  if (!suites || !('testsuite' in suites)) throw new Error('no suites were read')
  const cases = suites.testsuite?.[0]?.testcase ?? []
  const word = (one: (typeof cases)[number]) =>
    one.failure ? 'failure' : one.error ? 'error' : one.skipped ? 'skipped' : 'passed'
  return Object.fromEntries(cases.map((one) => [(one.name ?? '').replace('auth/', '') as Verdict, word(one)]))
}

test('what decides the exit code fails, and only that', async () => {
  expect(await outcomes('fail')).toEqual({
    pass: 'passed',
    fail: 'failure',
    warn: 'passed',
    note: 'passed',
    known: 'skipped',
    inconclusive: 'skipped',
    blocked: 'skipped',
    skipped: 'skipped',
    unstable: 'skipped',
    error: 'error',
  })
  expect(await outcomes('warn')).toMatchObject({ warn: 'failure', inconclusive: 'skipped' })
  expect(await outcomes('inconclusive')).toMatchObject({ warn: 'failure', inconclusive: 'failure', blocked: 'skipped' })
})

test('a suite a group, named as operations and checks are, with figures that add up', async () => {
  const results = [
    result('sqla.create', 'pass'),
    result('sqla.one', 'fail', { message: 'it was served', expected: 'the refusal', got: '200' }),
    result('port.one', 'skipped', { reason: 'not allowed' }),
  ]
  const suites = await parse(await valid(report(results, { options: { failOn: 'fail' } })))
  expect(suites).toMatchObject({
    name: 'touchstone',
    tests: 4,
    failures: 1,
    errors: 0,
    testsuite: [
      {
        name: 'sqla',
        tests: 2,
        failures: 1,
        skipped: 0,
        testcase: [
          { classname: 'sqla.create', name: 'auth/no-header', time: 0.001 },
          { classname: 'sqla.one', name: 'auth/no-header', failure: [{ message: 'it was served', type: 'fail' }] },
        ],
      },
      {
        name: 'port',
        tests: 1,
        failures: 0,
        skipped: 1,
        testcase: [{ skipped: [{ message: 'skipped: not allowed' }] }],
      },
      { name: 'touchstone', tests: 1, testcase: [{ name: 'verdict' }] },
    ],
  })
})

test('names are the same in another run of the same results, in whatever order and with whatever outcome', async () => {
  const names = async (told: Report) =>
    [...(await valid(told)).matchAll(/ classname="(.*?)" name="(.*?)"/g)].map(String).toSorted()
  const later = all
    .toReversed()
    .map((one) => ({ ...one, verdict: 'fail' as const, message: 'other words', durationMs: 7 }))
  expect(await names(report(later, { run: 'zyxwvuts' }))).toEqual(await names(report(all)))
})

test('whatever a target answers, the file is well-formed and says it', async () => {
  const xml = await valid(report(hostile))
  const suites = await parse(xml)
  // XML has no way to say these characters.
  const sayable = nasty
    .toWellFormed()
    .replaceAll(/[^\n\P{Cc}]/gu, '\uFFFD')
    .split('\n')
  for (const line of sayable) expect(JSON.stringify(suites)).toContain(JSON.stringify(line).slice(1, -1))
  expect(xml).not.toContain('<script>')
})

test('a run without results is a valid file', async () => {
  await valid(report([], { exitCode: 3 }))
})

/** The case of the run itself. */
async function own(told: Report, why: string) {
  const suites = await parse(await valid(told, why))
  if (!suites || !('testsuite' in suites)) throw new Error('no suites were read')
  const found = suites.testsuite?.find(({ name }) => name === 'touchstone')?.testcase?.[0]
  expect(found).toMatchObject({ classname: 'touchstone', name: 'verdict' })
  return found
}

test('the case of the run passes where the exit code is 0, and only there', async () => {
  const [passed, failed] = [[result('sqla.one', 'pass')], [result('sqla.one', 'fail')]]
  expect(await own(report(passed), '')).not.toHaveProperty('error')
  expect(await own(report(passed, { exitCode: 130 }), 'interrupted')).toMatchObject({
    error: [{ message: 'interrupted' }],
  })
  expect(await own(report([], { exitCode: 3 }), 'refused')).toMatchObject({ error: [{ message: 'refused' }] })
  expect(await own(report(failed, { exitCode: 1 }), 'one failed')).toMatchObject({
    failure: [{ message: 'one failed', type: 'exit code 1' }],
  })
  const stale = report(passed, { exitCode: 1, unheld: ['it passes now'] })
  expect(await own(stale, 'it passes now')).toMatchObject({ failure: [{ message: 'it passes now' }] })
})

test('the times of all cases add up to the time of the run, though results waited side by side', async () => {
  const results = ['sqla.one', 'sqla.create', 'port.one'].map((operation) =>
    result(operation, 'pass', { durationMs: 20_000 }),
  )
  const suites = await parse(await valid(report(results, { durationMs: 30_000 })))
  if (!suites || !('testsuite' in suites)) throw new Error('no suites were read')
  const cases = suites.testsuite?.flatMap(({ testcase }) => testcase ?? []) ?? []
  expect(cases.map(({ time }) => time)).toEqual([10, 10, 10, 0])
  expect(suites.testsuite?.map(({ time }) => time)).toEqual([20, 10, 0])
  expect(suites.time).toBe(30)
})
