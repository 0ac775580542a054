/** Identifiers that are used again, on a server whose reads are of an earlier time: one shows the stack of before. */
import { expect, it } from 'vitest'
import { runOn } from './standing.ts'

it('takes no earlier stack of an identifier for the one that was made of a template', async () => {
  const { results } = await runOn({
    variants: ['ids/next-free', 'writes/seen-later'],
    options: { only: ['compose.deployTemplate', 'compose.create', 'compose.delete'], skip: ['fuzz/*'] },
  })
  const told = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  expect(told.map(({ id, message }) => [id, message])).toEqual([])
  const named = results.find(({ id }) => id === 'compose.deployTemplate templates/named')
  expect(named?.message).toContain('the target uses identifiers again')
})
