/** A few optional fields, where a selection holds one of them alone. */
import { expect, it } from 'vitest'
import { runOn } from './standing.ts'

it('warns of no choice that has a default', async () => {
  const { results } = await runOn({
    variants: ['params/null-is-missing'],
    options: { only: ['user.*', 'registry.*', 'sqla.*'], skip: ['fuzz/*'], allow: ['host'] },
  })
  expect(results.length).toBeGreaterThan(100)
  expect(results.filter(({ verdict }) => verdict === 'warn' || verdict === 'fail').map(({ id }) => id)).toEqual([])
})
