/** Creates that answer nothing of what they made, which a list shows later, or not at the first time of asking. */
import { expect, it } from 'vitest'
import { runOn } from './standing.ts'

it.each([['writes/seen-later'], ['limits/unready-reads']])(
  'finds what it made where creates answer true, with %s',
  async (habit) => {
    const { results, leftovers } = await runOn({
      variants: ['creates/true', habit],
      options: { only: ['registry.create', 'registry.one', 'registry.remove'], skip: ['fuzz/*'] },
    })
    expect(leftovers).toEqual([])
    const told = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    expect(told.map(({ id, message }) => [id, message])).toEqual([])
    expect(results.find(({ id }) => id === 'registry.create records/made')?.verdict).toBe('pass')
  },
)
