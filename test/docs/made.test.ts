/** What pages say of commands, keys, fields, checks and clauses is what the code says. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { madePages } from '../../docs/write.ts'
import { clauses } from '../../schemas/clauses.ts'
import { checks } from '../../suites/run/checks.ts'

const made = await madePages()

test.each([...made])('%s is current (else: npm run docs:write)', (name, text) => {
  expect(readFileSync(`docs/${name}`, 'utf8')).toBe(text)
})

test('every check and every clause is on the page of checks', () => {
  const page = made.get('checks.md') ?? ''
  for (const { id } of checks) expect(page).toContain(`\n### ${id}\n`)
  for (const { id } of clauses) expect(page).toContain(`| \`${id}\``)
})
