/** A target file that names one environment alone: a record is moved to where it stands. */
import { describe, expect, it } from 'vitest'
import { ids, run, standing, type Between } from './standing.ts'

const kept = 'colstore.move census/kept'

async function outcomeOf(between?: Between) {
  const server = await standing({ ...(between ? { between } : {}), options: { only: ['colstore.*'], settleMs: 100 } })
  const { targetEnvironmentId: _, ...identifiers } = server.options.target.identifiers
  const options = { ...server.options, target: { ...server.options.target, identifiers } }
  return { outcome: await run({ options }), store: server.store }
}

const isMove = ({ url }: Request) => url.endsWith('/colstore.move')

describe('a move to the environment where a record stands', () => {
  it('tells that the record stays as it is', async () => {
    const { outcome } = await outcomeOf()
    expect(ids(outcome, 'pass')).toContain(kept)
    expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  })

  it('decides nothing where it is refused', async () => {
    const body = { message: 'It stands there already', code: 'BAD_REQUEST', issues: [] }
    const { outcome } = await outcomeOf(async (request, next) => {
      const response = await next(request.clone())
      return isMove(request) && response.ok ? Response.json(body, { status: 400 }) : response
    })
    expect(ids(outcome, 'pass')).not.toContain(kept)
    expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  })

  it('is told where the record is gone after it', async () => {
    const taken: string[] = []
    const { outcome } = await outcomeOf(async (request, next) => {
      const sent = isMove(request) ? await request.clone().text() : ''
      const response = await next(request)
      if (isMove(request) && response.ok) taken.push(...(sent.match(/(?<="colstoreId":")[^"]+/) ?? []))
      const isTaken = taken.some((id) => request.url.includes(`/colstore.one?colstoreId=${id}`))
      return isTaken
        ? Response.json({ message: 'Not found', code: 'NOT_FOUND', issues: [] }, { status: 404 })
        : response
    })
    expect(ids(outcome, 'warn', 'fail')).toContain(kept)
  })
})
