import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeForms, type Reporter } from '../../../reports/forms/forms.ts'
import { emptyFolder } from '../../folder.ts'
import { report, result } from '../samples.ts'
import { words } from '../words.ts'

const results = [result('sqla.one', 'pass'), result('port.one', 'fail', { message: 'it was served' })]

async function write(asked: readonly Reporter[], env: Readonly<Record<string, string>> = {}) {
  const folder = emptyFolder()
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
  expect(files).toEqual([
    'allure-results',
    'badge.svg',
    'ctrf.json',
    'junit.xml',
    'report.html',
    'run.har',
    'summary.md',
  ])
  expect(paths.toSorted()).toEqual(files.map((file) => join(folder, file)))
  expect(said).toEqual([])
  const job = await write(['all'], { GITHUB_ACTIONS: 'true' })
  expect(job.said[0]).toMatch(/^::error title=port\.one auth\/no-header::it was served/)
  expect((await write(['github'])).said[0]).toMatch(/^::error /)
})

test('a form that cannot be written says so, and keeps no other from being written', async () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'junit.xml'))
  const said: string[] = []
  const context = { why: '', words, folder, env: {}, say: (line: string) => said.push(line) }
  expect(await writeForms(['junit', 'badge'], report(results), context)).toEqual([join(folder, 'badge.svg')])
  expect(said).toEqual([expect.stringMatching(/^the report's form 'junit' could not be written: EISDIR/)])
})
