import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { writeAllure } from '../../reports/allure.ts'
import type { Result } from '../../schemas/report.ts'
import { hostile } from './hostile.ts'
import { report, result } from './samples.ts'
import { words } from './words.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'touchstone-'))

/** What is written, read back. */
async function written(results: readonly Result[], folder: string) {
  await writeAllure(report(results), words, folder)
  const place = join(folder, 'allure-results')
  const files = readdirSync(place).filter((file) => file.endsWith('-result.json'))
  return files.map((file) => JSON.parse(readFileSync(join(place, file), 'utf8')) as Record<string, unknown>)
}

test('a suite a group, an id that stays from run to run, clause and level as labels', async () => {
  const folder = newFolder()
  const [failed] = await written([result('sqla.one', 'fail', { message: 'it was served' })], folder)
  expect(failed).toMatchObject({
    name: 'auth/no-header',
    fullName: 'sqla.one auth/no-header',
    status: 'failed',
    statusDetails: { message: 'fail: it was served' },
  })
  for (const [name, value] of [
    ['parentSuite', 'sqla'],
    ['suite', 'sqla.one'],
    ['clause', 'AUTH-1'],
    ['level', 'MUST'],
  ])
    expect(failed?.['labels']).toContainEqual({ name, value })
  const [passed] = await written([result('sqla.one', 'pass')], folder)
  expect(passed?.['historyId']).toBe(failed?.['historyId'])
})

test('evidence is attached; what an earlier run left is gone', async () => {
  const folder = newFolder()
  for (const { attachments } of await written(hostile, folder)) {
    // As Allure's own model has it.
    const all = attachments as readonly { readonly source: string; readonly type: string }[]
    expect(all.map(({ type }) => type)).toEqual(['application/json', 'text/plain'])
    for (const { source } of all) expect(existsSync(join(folder, 'allure-results', source))).toBe(true)
  }
  await written([result('sqla.one', 'pass')], folder)
  expect(readdirSync(join(folder, 'allure-results')).toSorted()).toEqual([
    expect.stringMatching(/-result\.json$/),
    'categories.json',
    'environment.properties',
  ])
})

test('Allure itself makes a page of them, and knows what the earlier run found', async () => {
  const folder = newFolder()
  const config = { output: 'page', historyPath: 'history.jsonl', plugins: { awesome: { options: {} } } }
  writeFileSync(join(folder, 'allurerc.json'), JSON.stringify(config))
  const allure = fileURLToPath(new URL('../../node_modules/allure/cli.js', import.meta.url))
  const generate = () =>
    promisify(execFile)(process.execPath, [allure, 'generate', '--cwd', folder, join(folder, 'allure-results')], {
      cwd: folder,
    })
  await written([result('sqla.one', 'fail'), result('port.one', 'pass')], folder)
  await generate()
  await written([result('sqla.one', 'pass'), result('port.one', 'pass')], folder)
  await generate()
  const history = readFileSync(join(folder, 'history.jsonl'), 'utf8').trim().split('\n')
  const statuses = history.map((line) => {
    const { testResults } = JSON.parse(line) as { readonly testResults: Record<string, Record<string, string>> }
    return Object.values(testResults)
      .map(({ fullName, status }) => `${fullName}: ${status}`)
      .toSorted()
  })
  expect(statuses).toEqual([
    ['port.one auth/no-header: passed', 'sqla.one auth/no-header: failed'],
    ['port.one auth/no-header: passed', 'sqla.one auth/no-header: passed'],
  ])
  expect(existsSync(join(folder, 'page', 'index.html'))).toBe(true)
})
