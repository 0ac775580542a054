/** A delete that always fails is told, although the run then creates nothing more to try it on. */
import { expect, it } from 'vitest'
import { runOn } from './standing.ts'

it('warns of a delete that answers 500 to every record, and of nothing else', async () => {
  const { results } = await runOn({
    faults: ['errors/fails-every-delete'],
    options: { only: ['sqla.*'], skip: ['fuzz/*'] },
  })
  const told = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  expect(told.map(({ operation, check }) => [operation, check])).toEqual([['sqla.remove', 'errors/server-error']])
})
