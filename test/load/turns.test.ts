import { expect, test } from 'vitest'
import { turnOf } from '../../load/scripts/turns.ts'

const turns = [0, 1, 2, 3, 3, 4, 5, 6]
const taken = (from: number, count: number, step = 1) =>
  Array.from({ length: count }, (_, at) => turnOf(from + at * step, turns))

test('each round has every turn, as often as it is written', () => {
  for (const round of [0, 1, 7, 1000]) expect(taken(round * 8, 8).toSorted((a = 0, b = 0) => a - b)).toEqual(turns)
})

test('rounds differ, and are the same each time', () => {
  expect(taken(0, 80)).toEqual(taken(0, 80))
  expect(taken(0, 8)).not.toEqual(taken(8, 8))
})

test('who has every second number meets all turns too', () => {
  expect(new Set(taken(0, 60, 2)).size).toBe(7)
  expect(new Set(taken(1, 60, 2)).size).toBe(7)
})

test('has no turn if none is given', () => {
  expect(turnOf(3, [])).toBeUndefined()
})
