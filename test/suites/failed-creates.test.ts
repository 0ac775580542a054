/** Creates that are answered with an error of the server's own, now and then, and carried out all the same. */
import { describe, expect, it } from 'vitest'
import { errorResponse, left, run, standing, TOKEN, type Between } from './standing.ts'

/** Fails at every third create of this path that it has carried out. */
function failing(path: string): Between {
  let made = 0
  return async (request, next) => {
    const isRight = request.headers.get('authorization') === `Bearer ${TOKEN}`
    const response = await next(request)
    if (new URL(request.url).pathname !== path || !isRight || !response.ok) return response
    return ++made % 3 === 0 ? errorResponse(500, 'INTERNAL') : response
  }
}

describe('a create that fails now and then, and makes its record all the same', () => {
  it.each([
    ['registry', '/registry.create'],
    ['mounts', '/mounts.create'],
  ])('leaves none of them behind, of %s', async (group, path) => {
    const stand = await standing({ between: failing(path), options: { only: [group], fuzz: 2, settleMs: 0 } })
    const outcome = await run(stand)
    expect(outcome.results.filter(({ verdict }) => verdict === 'error')).toEqual([])
    expect(left(stand.store)).toEqual([])
  })
})
