import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { annotations, tellGithub, withoutCommands } from '../../../reports/forms/github.ts'
import { emptyFolder } from '../../folder.ts'
import { hostile } from '../hostile.ts'
import { report, result } from '../samples.ts'
import { words } from '../words.ts'

test('a cause is one annotation, the last says the verdict', () => {
  const results = ['sqla.one', 'port.one'].map((operation) =>
    result(operation, 'fail', { message: 'it was served', got: '200' }),
  )
  expect(annotations(report(results, { exitCode: 1 }), 'so')).toEqual([
    '::error title=sqla.one auth/no-header::it was served (AUTH-1; on sqla.one and on 1 other operation)%0Agot: 200',
    '::error title=Touchstone::http://a.b does not conform: 2 failures of 1 cause. Exit code 1: so.',
  ])
  expect(annotations(report([result('sqla.one', 'pass')]), '')).toEqual([
    '::notice title=Touchstone::http://a.b keeps the specification in all that was judged: 1 pass.',
  ])
})

test('ten of a sort at most, which is what GitHub shows, and the rest as a number', () => {
  const many = Array.from({ length: 30 }, (_, index) => result('sqla.one', 'fail', { check: `c${index}/c` }))
  const lines = annotations(report(many, { exitCode: 1 }), 'so')
  expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10)
  expect(lines.at(-1)).toContain('21 causes more in the summary')
})

test('what a target answers makes no command of its own', () => {
  const lines = annotations(report(hostile, { exitCode: 3 }), 'it broke')
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines) {
    expect(line).toMatch(/^::(?:error|warning|notice) title=[^:]*::/)
    expect(line).not.toMatch(/[\r\n]/)
  }
})

test('the summary is added to that of the job; without one it is said', async () => {
  const file = join(emptyFolder(), 'summary')
  writeFileSync(file, 'of an earlier step\n')
  const said: string[] = []
  const context = { why: '', words, folder: '', say: (line: string) => said.push(line) }
  expect(
    await tellGithub(report([result('sqla.one', 'pass')]), { ...context, env: { GITHUB_STEP_SUMMARY: file } }),
  ).toBeNull()
  expect(readFileSync(file, 'utf8')).toMatch(/^of an earlier step\n## Touchstone: /)
  expect(said.join()).not.toContain('GITHUB_STEP_SUMMARY')
  await tellGithub(report([]), { ...context, env: {} })
  expect(said.at(-1)).toContain('GITHUB_STEP_SUMMARY')
})

test('within a job the summary on the screen holds no command, whatever a target says', () => {
  const text = '  got  x\n  ::add-mask::y'
  const [first, ...lines] = withoutCommands(text, { GITHUB_ACTIONS: 'true' }).split('\n')
  const [, word] = /^::stop-commands::(\S{20,})$/.exec(first ?? '') ?? []
  expect(lines).toEqual([...text.split('\n'), `::${word}::`])
  expect(withoutCommands(text, {})).toBe(text)
})
