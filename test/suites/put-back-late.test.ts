/** A status that the server puts back by itself, where each change is seen only later: no stop did it. */
import { expect, it } from 'vitest'
import { runOn } from './standing.ts'

it('passes a stop beside a neighbour whose status the server puts back and shows later', async () => {
  const { results } = await runOn({
    variants: ['writes/seen-later', 'deploy/status-put-back'],
    options: { only: ['application.stop'], skip: ['fuzz/*'] },
  })
  const told = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  expect(told.map(({ id, message }) => [id, message])).toEqual([])
  expect(results.find(({ id }) => id === 'application.stop census/others')?.verdict).toBe('pass')
})
