/** A record whose job is under way takes no other for a moment (docs/judgement.md, rule 20). */
import { expect, it } from 'vitest'
import { isAuthorised } from '../../fixtures/reference/tools.ts'
import { errorResponse, operationOf, runOn, TOKEN, type Between } from './standing.ts'

/** How long a job holds its record, in milliseconds. */
const HOLDS = 700

/** What begins a job on a record is refused while another holds it. */
function holding(): Between {
  const until = new Map<string, number>()
  return async (request, next) => {
    if (operationOf(request)?.effect !== 'deploy' || !isAuthorised(request, TOKEN)) return next(request)
    const text = await request.clone().text()
    const id = text.startsWith('{') ? /"(?:[a-z]+)Id":"([^"]+)"/.exec(text)?.[1] : undefined
    if (id === undefined) return next(request)
    if ((until.get(id) ?? 0) > Date.now()) return errorResponse(409, 'CONFLICT', {}, 'A job is under way')
    const response = await next(request)
    if (response.ok) until.set(id, Date.now() + HOLDS)
    return response
  }
}

it('is waited for, so that what comes after its job is decided', async () => {
  const { results } = await runOn({
    token: TOKEN,
    between: holding(),
    options: { only: ['kvstore.*'], skip: ['fuzz/*'], allow: ['deploy'] },
  })
  expect(results.filter(({ verdict }) => verdict === 'warn' || verdict === 'fail').map(({ id }) => id)).toEqual([])
  // Without the wait nineteen are left, the valid requests of deploys among them.
  expect(results.filter(({ verdict }) => verdict === 'inconclusive').length).toBeLessThan(5)
})
