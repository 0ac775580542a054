import { describe, expect, it } from 'vitest'
import { figuresTable } from '../../../../reports/model/timings/figures.ts'
import { load } from '../../load-sample.ts'

const rowsOf = (columns?: number) =>
  figuresTable(load, columns)
    .split('\n')
    .slice(0, Object.keys(load.operations).length + 2)

describe('the figures of a load', () => {
  it('have all columns where nobody says how wide the screen is', () => {
    const [head] = rowsOf()
    expect(head?.trim().split(/ +/)).toEqual([
      'operation',
      'requests',
      '/s',
      'p50',
      'p90',
      'p95',
      'p99',
      'max',
      'errors',
    ])
  })

  it.each([60, 80, 120])('fit into %i columns, and keep the count, p50, p99 and the errors', (columns) => {
    const rows = rowsOf(columns)
    expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(columns)
    expect(rows[0]).toMatch(/operation +requests .*p50 .*p99 .*errors$/)
    // Each row has as many figures as the head has titles.
    const cells = rows.map((row) => row.trim().split(/ +/).length)
    expect(new Set(cells).size).toBe(1)
  })
})
