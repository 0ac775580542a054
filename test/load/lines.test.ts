import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Lines } from '../../load/lines.ts'
import { emptyFolder } from '../folder.ts'

test('whole lines are read, once, as they come; what was there before is not', () => {
  const file = join(emptyFolder(), 'journal.jsonl')
  appendFileSync(file, 'before\n')
  const lines = new Lines(file)
  expect(lines.read()).toEqual([])
  appendFileSync(file, 'one\ntwo\nhal')
  expect(lines.read()).toEqual(['one', 'two'])
  expect(lines.read()).toEqual([])
  appendFileSync(file, 'f\u00fcnf\n')
  expect(lines.read()).toEqual(['half\u00fcnf'])
})

test('a file that is not there yet has no lines', () => {
  const file = join(emptyFolder(), 'later')
  const lines = new Lines(file)
  expect(lines.read()).toEqual([])
  appendFileSync(file, 'first\n')
  expect(lines.read()).toEqual(['first'])
})
