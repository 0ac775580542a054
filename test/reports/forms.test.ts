import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeForms, type Reporter } from '../../reports/forms.ts'
import { hostile } from './hostile.ts'
import { report, result } from './samples.ts'
import { words } from './words.ts'

const results = [result('sqla.one', 'pass'), result('port.one', 'fail', { message: 'it was served' })]

async function write(asked: readonly Reporter[], env: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const paths = await writeForms(asked, report(results, { exitCode: 1 }), { why: 'so', words, folder, env, say })
  return { folder, said, paths, files: readdirSync(folder).toSorted() }
}

test('each form is written where it is asked for, and no other', async () => {
  expect((await write(['terminal', 'json'])).files).toEqual([])
  expect((await write(['junit'])).files).toEqual(['junit.xml'])
  expect((await write(['badge', 'markdown'])).files).toEqual(['badge.svg', 'summary.md'])
})

test('all writes every form; it annotates in a GitHub job only', async () => {
  const { files, said, paths, folder } = await write(['all'])
  expect(files).toEqual(['allure-results', 'badge.svg', 'junit.xml', 'report.html', 'summary.md'])
  expect(paths.toSorted()).toEqual(files.map((file) => join(folder, file)))
  expect(said).toEqual([])
  const job = await write(['all'], { GITHUB_ACTIONS: 'true' })
  expect(job.said[0]).toMatch(/^::error title=port\.one auth\/no-header::it was served/)
  expect((await write(['github'])).said[0]).toMatch(/^::error /)
})

test('Allure: a suite a group, an id that stays, labels, evidence as attachments, and none of an earlier run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
  const { writeAllure } = await import('../../reports/allure.ts')
  const read = (told: typeof results) => {
    writeAllure(report(told), words, folder)
    const files = readdirSync(join(folder, 'allure-results')).filter((file) => file.endsWith('-result.json'))
    return files.map(
      (file) => JSON.parse(readFileSync(join(folder, 'allure-results', file), 'utf8')) as Record<string, unknown>,
    )
  }
  const attached = read([...hostile])
  for (const { attachments } of attached)
    for (const { source } of attachments as readonly { readonly source: string }[])
      expect(existsSync(join(folder, 'allure-results', source))).toBe(true)
  const [first] = read([result('sqla.one', 'fail', { message: 'it was served' })])
  expect(readdirSync(join(folder, 'allure-results'))).toHaveLength(3)
  expect(first).toMatchObject({
    name: 'auth/no-header',
    fullName: 'sqla.one auth/no-header',
    status: 'failed',
    statusDetails: { message: 'fail: it was served' },
  })
  for (const label of [
    { name: 'parentSuite', value: 'sqla' },
    { name: 'clause', value: 'AUTH-1' },
    { name: 'level', value: 'MUST' },
  ])
    expect(first?.['labels']).toContainEqual(label)
  const [again] = read([result('sqla.one', 'pass')])
  expect(again?.['historyId']).toBe(first?.['historyId'])
})
