/** A target whose token may create records and not delete them. */
import { expect, it } from 'vitest'
import { ids, run, standing, type Between } from './standing.ts'

const isDelete = (request: Request) => /\.(?:delete|remove)$/.test(new URL(request.url).pathname)
const forbidden = () =>
  Response.json({ message: 'This token may not delete', code: 'FORBIDDEN', issues: [] }, { status: 403 })

const only = ['sqla.*', 'registry.*']

it('is left with few records, all of which are told', async () => {
  const between: Between = (request, next) => (isDelete(request) ? Promise.resolve(forbidden()) : next(request))
  const { options, store } = await standing({ between, options: { only, settleMs: 50 } })
  const outcome = await run({ options })
  // Of other kinds, those that the lanes have beside their own.
  const left = Object.values(store.records).reduce((sum, table) => sum + table.rows().length, 0)
  expect(outcome.leftovers).toHaveLength(left)
  expect(left).toBeLessThanOrEqual(12)
  expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  const { message } = outcome.results.find(({ id }) => id === 'sqla.create records/namesake') ?? {}
  expect(message).toContain('sqla.remove')
})

it('is judged whole where one delete alone was refused', async () => {
  let refused = 0
  const between: Between = (request, next) =>
    isDelete(request) && refused++ === 0 ? Promise.resolve(Response.json({}, { status: 500 })) : next(request)
  const { options, store } = await standing({ between, options: { only: ['sqla.*'], settleMs: 50 } })
  const outcome = await run({ options })
  expect(outcome.leftovers).toEqual([])
  expect(store.records.sqla.rows()).toEqual([])
  expect(ids(outcome, 'pass')).toContain('sqla.create burst/kept')
})
