/** What stands before a server answers 503, and when to come back: that is no way in which the server speaks. */
import { expect, it } from 'vitest'
import { ids, run, standing, type Between } from './standing.ts'

const unavailable = (headers: Record<string, string>) =>
  Response.json({ message: 'No upstream', code: 'UNAVAILABLE', issues: [] }, { status: 503, headers })

/** Every so many requests are answered 503. */
function everyNth(nth: number, headers: Record<string, string>): Between {
  let count = 0
  return (request, next) => (++count % nth === 0 ? Promise.resolve(unavailable(headers)) : next(request))
}

it('is asked again when it says so, and all is decided', async () => {
  const between = everyNth(13, { 'retry-after': '0' })
  const { options } = await standing({ between, options: { only: ['registry.*'], settleMs: 50 } })
  const outcome = await run({ options })
  expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  expect(outcome.leftovers).toEqual([])
  expect(ids(outcome, 'inconclusive').length).toBeLessThan(0.1 * outcome.results.length)
})

it('is not taken for a path that does not exist, nor for a refused token', async () => {
  // Two in three: what calibration hears is this more often than the server.
  let count = 0
  const between: Between = (request, next) => (++count % 3 === 0 ? next(request) : Promise.resolve(unavailable({})))
  const { options } = await standing({ between, options: { only: ['registry.*'], settleMs: 50 } })
  const outcome = await run({ options })
  expect(ids(outcome, 'fail', 'error')).toEqual([])
  expect(outcome.leftovers).toEqual([])
})
