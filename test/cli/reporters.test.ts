/** `--reporter` as a user meets it. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../folder.ts'
import { touchstone } from './touchstone.ts'

const run = (out: string, reporters: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  touchstone(['run', '--only', 'settings.health', '--out', out, '--reporter', ...reporters], { env })

test('all leaves every form, and names each', async () => {
  const out = emptyFolder()
  const { code, out: printed, err } = await run(out, ['all'])
  expect(err).toBe('')
  expect(code).toBe(0)
  const forms = ['allure-results', 'badge.svg', 'ctrf.json', 'junit.xml', 'report.html', 'run.har', 'summary.md']
  expect(readdirSync(out).toSorted()).toEqual([...forms, 'journal.jsonl', 'report.json'].toSorted())
  for (const form of forms) expect(printed).toContain(form)
  expect(printed).toContain('keeps the specification')
  expect(printed).not.toContain('::')
})

test('in a GitHub job: its summary, annotations, and a screen that gives no commands', async () => {
  const summary = join(emptyFolder(), 'summary')
  const { out: printed } = await run(emptyFolder(), ['terminal', 'github'], {
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: summary,
  })
  expect(readFileSync(summary, 'utf8')).toMatch(/^## Touchstone: /)
  expect(printed).toMatch(
    /::stop-commands::(\S+)\n[^]*keeps the specification[^]*\n::\1::\n::notice title=Touchstone::/,
  )
})

test("a run's folder holds its own forms only; in any other, files of their names stay", async () => {
  const out = emptyFolder()
  writeFileSync(join(out, 'summary.md'), 'mine')
  await run(out, ['badge'])
  expect(readFileSync(join(out, 'summary.md'), 'utf8')).toBe('mine')
  await run(out, ['json'])
  expect(existsSync(join(out, 'badge.svg'))).toBe(false)
  expect(existsSync(join(out, 'report.json'))).toBe(true)
})

test('an unknown one is refused with the known ones', async () => {
  const { code, err } = await run(emptyFolder(), ['htm'])
  expect(code).toBe(2)
  expect(err).toContain('html, junit, markdown, github, allure, badge, ctrf, har, all')
})
