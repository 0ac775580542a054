import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { operations } from '../schemas/registry.ts'

it('the README tells how many operations there are', () => {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const told = [...text.matchAll(/(\d+) operations/g)].map(([, count]) => Number(count))
  expect(told).toContain(operations.length)
  expect(told.filter((count) => count !== operations.length)).toEqual([])
})
