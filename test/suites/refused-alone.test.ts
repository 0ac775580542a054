/** What rejected bodies change is told apart from what accepted ones change: they are sent once more, alone. */
import { expect, it } from 'vitest'
import type { Store } from '../../fixtures/reference/store.ts'
import { errorResponse, run, standing, TOKEN, type Between } from './standing.ts'

/** Takes a text for the port, and rejects all else that is no integer; `spoils`: not without keeping it. */
function lenient(spoils: boolean, held: { store?: Store }): Between {
  let port = 4711
  return async (request, next) => {
    const isOurs = request.headers.get('authorization') === `Bearer ${TOKEN}`
    if (!isOurs || new URL(request.url).pathname !== '/sqla.saveExternalPort') return next(request)
    const text = await request.clone().text()
    const body: unknown = text.startsWith('{') ? JSON.parse(text) : null
    const { sqlaId, externalPort } = Object(body) as { sqlaId?: unknown; externalPort?: unknown }
    const record = typeof sqlaId === 'string' ? held.store?.records.sqla.get(sqlaId) : undefined
    if (typeof sqlaId !== 'string' || !record || externalPort === undefined || Number.isInteger(externalPort))
      return next(request)
    const isText = typeof externalPort === 'string'
    if (isText || spoils) held.store?.records.sqla.set(sqlaId, { ...record, externalPort: port++ })
    return isText ? Response.json(true) : errorResponse(400, 'NOT_VALID')
  }
}

it.each([
  [false, 'pass'],
  [true, 'note'],
] as const)('where some are accepted, a rejected one that changes its record (%s) is a %s', async (spoils, verdict) => {
  const held: { store?: Store } = {}
  const stand = await standing({
    between: lenient(spoils, held),
    options: { only: ['sqla'], fuzz: 0, settleMs: 0 },
  })
  held.store = stand.store
  const { results } = await run(stand)
  const found = results.find(({ id }) => id === 'sqla.saveExternalPort params/no-effect')
  expect(found?.verdict, found?.reason ?? found?.message).toBe(verdict)
})
