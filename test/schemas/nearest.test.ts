import { expect, test } from 'vitest'
import { nearest } from '../../schemas/nearest.ts'

test.each([
  ['deplyo', ['deploy', 'host'], "the nearest is 'deploy'"],
  ['serviceType', ['buildfile', 'idle'], 'known: buildfile, idle'],
  ['nosuch', Array.from({ length: 20 }, (_, at) => `PATH-${at}`), 'nothing known is near it'],
  ['nosuch', ['NS-1', ...Array.from({ length: 20 }, (_, at) => `PATH-${at}`)], 'nothing known is near it'],
  ['x', [], ''],
])('%s of %j: %s', (mistyped, known, told) => {
  expect(nearest(mistyped, known)).toBe(told)
})
