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

it('is asked again when it says so, and nearly all is decided', async () => {
  const between = everyNth(4, { 'retry-after': '0' })
  const { options } = await standing({ between, options: { only: ['registry.*'], settleMs: 50 } })
  const outcome = await run({ options })
  expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  expect(outcome.leftovers).toEqual([])
  // Creates are not sent again: what rests on one of them may stay undecided.
  expect(ids(outcome, 'inconclusive').length / outcome.results.length).toBeLessThan(0.1)
})

it('is not taken for a path that does not exist', async () => {
  let unknown = 0
  const between: Between = async (request, next) => {
    const response = new URL(request.url).pathname === '/registry.testRegistry' ? null : await next(request)
    if (response && (response.status !== 404 || ++unknown > 4)) return response
    return unavailable({})
  }
  const { options } = await standing({ between, options: { only: ['registry.*'], settleMs: 50 } })
  const outcome = await run({ options })
  expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
})
