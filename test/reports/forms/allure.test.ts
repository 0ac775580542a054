import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { writeAllure } from '../../../reports/forms/allure.ts'
import type { Result } from '../../../schemas/report.ts'
import { emptyFolder } from '../../folder.ts'
import { evidence, hostile, nasty } from '../hostile.ts'
import { report, result } from '../samples.ts'
import { words } from '../words.ts'

/** What is written, read back. */
function written(results: readonly Result[], folder: string) {
  writeAllure(report(results), words, folder)
  const place = join(folder, 'allure-results')
  const files = readdirSync(place).filter((file) => file.endsWith('-result.json'))
  return files.map((file) => JSON.parse(readFileSync(join(place, file), 'utf8')) as Record<string, unknown>)
}

test('a suite a group, an id that stays from run to run, clause and level as labels', () => {
  const folder = emptyFolder()
  const [failed] = written([result('sqla.one', 'fail', { message: 'it was served' })], folder)
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
  const [passed] = written([result('sqla.one', 'pass')], folder)
  expect(passed?.['historyId']).toBe(failed?.['historyId'])
})

test('evidence is attached; what an earlier run left is gone', () => {
  const folder = emptyFolder()
  const attached = written(hostile, folder).map(({ attachments }) => {
    // As Allure's own model has it.
    const [one, ...others] = attachments as readonly { readonly source: string; readonly type: string }[]
    expect(one?.type).toBe('text/plain')
    expect(others).toEqual([])
    return one?.source ?? ''
  })
  expect(attached).toHaveLength(hostile.length)
  expect(new Set(attached).size).toBe(hostile.length)
  const text = readFileSync(join(folder, 'allure-results', attached[0] ?? ''), 'utf8')
  const { curl, request, response } = evidence(nasty)
  for (const part of [curl, `POST ${request.url}`, `200, after 3 ms\nx-nasty: ${nasty}`, response?.body])
    expect(text).toContain(part?.toWellFormed())
  written([result('sqla.one', 'pass')], folder)
  expect(readdirSync(join(folder, 'allure-results')).toSorted()).toEqual([
    expect.stringMatching(/-result\.json$/),
    'categories.json',
    'environment.properties',
  ])
})

test('Allure itself makes a page of them, and knows what the earlier run found', async () => {
  const folder = emptyFolder()
  const config = { output: 'page', historyPath: 'history.jsonl', plugins: { awesome: { options: {} } } }
  writeFileSync(join(folder, 'allurerc.json'), JSON.stringify(config))
  const allure = fileURLToPath(new URL('../../../node_modules/allure/cli.js', import.meta.url))
  const generate = () =>
    promisify(execFile)(process.execPath, [allure, 'generate', '--cwd', folder, join(folder, 'allure-results')], {
      cwd: folder,
    })
  const shown = { evidence: [evidence('shown')] }
  written([result('sqla.one', 'fail', shown), result('port.one', 'pass', shown)], folder)
  await generate()
  written([result('sqla.one', 'pass'), result('port.one', 'pass')], folder)
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
  const data = join(folder, 'page', 'data', 'test-results')
  const pages = readdirSync(data).map((file) => readFileSync(join(data, file), 'utf8'))
  // Whether the page has the file of an attachment.
  expect(new Set(pages.flatMap((page) => page.match(/"missed":\w+/g) ?? []))).toEqual(new Set(['"missed":false']))
  expect(existsSync(join(folder, 'page', 'index.html'))).toBe(true)
})
