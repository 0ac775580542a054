/** The page that says how Touchstone judges, against what the code says. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verdicts } from '../../schemas/report.ts'

const page = readFileSync('docs/judgement.md', 'utf8')
const rules = [...page.matchAll(/^### (\d+)\./gm)].map(([, number]) => Number(number))

const sources = ['schemas', 'fixtures', 'suites', 'load', 'reports', 'cli'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(room, name)),
)

test('each verdict has a row that says when it is given', () => {
  const rows = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, verdict]) => verdict)
  for (const verdict of verdicts) expect(rows).toContain(verdict)
})

test('the rules are numbered without a gap', () => {
  expect(rules).toEqual(rules.map((_, at) => at + 1))
})

test('each rule that a comment names is on the page', () => {
  const named = sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(/\s*\n\s*\*\s*/g, ' ')
    return [...text.matchAll(/docs\/judgement\.md, rules? (\d+)/g)].map(([, number]) => Number(number))
  })
  expect(named.length).toBeGreaterThan(10)
  for (const number of named) expect(rules).toContain(number)
})
