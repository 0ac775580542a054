/** `replay` runs one result of a report again: what only fuzzing finds, with the very same payload. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startReference } from '../../fixtures/reference/serve.ts'
import { emptyFolder } from '../folder.ts'
import { readReport } from './report-file.ts'
import { touchstone } from './touchstone.ts'

const id = 'sqla.create fuzz/shown'
async function reference(...faults: readonly string[]) {
  const server = await startReference({ faults })
  onTestFinished(() => server.close())
  const env = { TOUCHSTONE_BASE_URL: server.baseUrl, TOUCHSTONE_TOKEN: server.token }
  return { env, project: ['--project-id', String(server.target.identifiers.projectId)] }
}

/** What was written there, without what differs from run to run. */
const payloadOf = (folder: string) => {
  const result = readReport(folder).results.find((one) => one.id === id)
  const bodies = (result?.evidence ?? []).flatMap(({ request }) => (request.body ? [String(request.body)] : []))
  const long = bodies.flatMap((body) => /"databaseName":"([^"]*)"/.exec(body)?.[1] ?? [])
  return { verdict: result?.verdict, lengths: long.map((text) => text.length) }
}

test('a finding is seen again with the same payload, and no more once it is fixed', { timeout: 300_000 }, async () => {
  const [first, again, fixed] = [emptyFolder(), emptyFolder(), emptyFolder()]
  const faulty = await reference('fuzz/text-cut-at-64')
  const { env, project } = faulty
  const found = await touchstone(['run', '--only', id, '--fail-on', 'warn', ...project, '--out', first], { env })
  expect(found.code).toBe(1)
  const report = join(first, 'report.json')
  const replayed = await touchstone(['replay', id, '--report', report, ...project, '--out', again], { env })
  expect(replayed.out).toContain(`replays '${id}'`)
  expect(replayed.code).toBe(1)
  expect(payloadOf(again)).toEqual(payloadOf(first))
  expect(payloadOf(again)).toMatchObject({ verdict: 'warn' })
  const sound = await reference()
  const args = ['replay', id, '--report', report, ...sound.project, '--out', fixed]
  const passed = await touchstone(args, { env: sound.env })
  expect(passed.code).toBe(0)
  expect(passed.out).toMatch(/^pass: /m)
})

test('an id that the report does not have is a wrong use, told in one sentence', async () => {
  const out = emptyFolder()
  const { env } = await reference()
  await touchstone(['run', '--only', 'settings.getIp exists', '--out', out], { env })
  const ended = await touchstone(['replay', 'sqla.crate fuzz/shown', '--report', join(out, 'report.json')], { env })
  expect(ended.code).toBe(2)
  expect(ended.err.trim().split('\n')).toHaveLength(1)
  expect(ended.err).toContain("has no result 'sqla.crate fuzz/shown'")
})

test('the target is asked as it was for the report, but where the command says otherwise', async () => {
  const [out, again] = [emptyFolder(), emptyFolder()]
  const { env } = await reference()
  await touchstone(['run', '--only', 'version', '--timeout', '4321', '--settle', '321', '--out', out], { env })
  const args = ['replay', 'settings.getServiceVersion version/told', '--report', join(out, 'report.json')]
  const { code } = await touchstone([...args, '--settle', '123', '--out', again], { env })
  expect(code).toBe(0)
  expect(readReport(again).options).toMatchObject({ timeoutMs: 4321, settleMs: 123 })
})

test('the identifiers of the target file go before those of the report', async () => {
  const [first, again, folder] = [emptyFolder(), emptyFolder(), emptyFolder()]
  const one = 'sqla.remove auth/no-header'
  const faulty = await startReference({ faults: ['auth/open-sqla.remove'] })
  const another = await startReference({ faults: ['auth/open-sqla.remove'] })
  onTestFinished(async () => {
    await faulty.close()
    await another.close()
  })
  const fileFor = (name: string, { baseUrl, token, target }: typeof faulty) => {
    const file = join(folder, name)
    writeFileSync(file, JSON.stringify({ ...target, baseUrl, token }))
    return file
  }
  await touchstone(['run', '--target', fileFor('one.json', faulty), '--only', one, '--out', first])
  const args = ['replay', one, '--report', join(first, 'report.json'), '--out', again]
  const { code, out } = await touchstone([...args, '--target', fileFor('other.json', another)])
  expect(out).toMatch(/^fail: /m)
  expect(code).toBe(1)
})
