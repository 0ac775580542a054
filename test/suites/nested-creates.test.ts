/** Creates that answer other records beside the new one: what is made under a name that another has is deleted all the same. */
import { expect, it } from 'vitest'
import { runOn } from './standing.ts'

it('leaves nothing where a create shows others beside what it made', async () => {
  const { results, leftovers } = await runOn({
    variants: ['creates/nested'],
    options: { only: ['sqlc.*', 'registry.*'], skip: ['fuzz/*'] },
  })
  expect(leftovers).toEqual([])
  const told = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  expect(told.map(({ id, message }) => [id, message])).toEqual([])
})
