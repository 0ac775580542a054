/** Identifiers that are given again: what is deleted in a sequence may be a colleague's record a moment later. */
import { expect, test } from 'vitest'
import { run, standing } from '../standing.ts'

test('a colleague who gets the identifier of a deleted record is not taken for it, and keeps the record', async () => {
  const made: unknown[] = []
  const stand = await standing({
    variants: ['ids/next-free'],
    async between(request, next) {
      const response = await next(request)
      if (new URL(request.url).pathname === '/sqla.remove' && response.ok) {
        const { sqlaId } = stand.store.create('sqla', { name: `colleague-${made.length}` })
        made.push(sqlaId)
      }
      return response
    },
    options: { only: ['sqla.* fuzz/model'], fuzz: 10, settleMs: 0 },
  })
  const { results } = await run(stand)
  const judged = results.filter(({ check }) => check === 'fuzz/model')
  expect(judged.map(({ id, verdict, message }) => [id, verdict, message])).toEqual(
    judged.map(({ id, message }) => [id, 'pass', message]),
  )
  expect(judged).not.toEqual([])
  expect(made.length).toBeGreaterThan(5)
  const left = stand.store.records.sqla.rows().filter(({ name }) => String(name).startsWith('colleague-'))
  expect(left.map(({ sqlaId }) => sqlaId)).toEqual(made)
})
