/** Records that show all others of their project, on a server where a create is seen only later. */
import { expect, it } from 'vitest'
import { runOn } from './standing.ts'

it('takes no other record for the one that it made, though each shows the names of all', async () => {
  const { results } = await runOn({
    variants: ['writes/seen-later', 'reads/nested-copies'],
    options: { only: ['colstore.create', 'colstore.remove'], skip: ['fuzz/*'] },
  })
  const told = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  expect(told.map(({ id, message }) => [id, message])).toEqual([])
  expect(results.find(({ id }) => id === 'colstore.create records/made')?.verdict).toBe('pass')
})
