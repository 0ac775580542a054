/** Kinds whose records need a call after their create before they can be used: `prepare` in the target file. */
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Target } from '../../schemas/target.ts'
import { errorResponse, ids, left, run, standing, TOKEN, type Between } from './standing.ts'

const FREE = /\/sqla\.(?:create|one|update|remove)\b/

/** A server whose sqla records answer to nothing else until they were updated. */
function strict(): Between {
  const [made, updated] = [new Set<string>(), new Set<string>()]
  return async (request, next) => {
    const path = new URL(request.url).pathname
    if (!path.startsWith('/sqla.') || request.method !== 'POST') return next(request)
    const text = await request.clone().text()
    const id = /"sqlaId":"([^"]+)"/.exec(text)?.[1] ?? ''
    const refuses = !FREE.test(path) && request.headers.get('authorization') === `Bearer ${TOKEN}`
    if (refuses && made.has(id) && !updated.has(id)) return errorResponse(412, 'NOT_PREPARED')
    const answer = await next(request)
    if (path === '/sqla.update' && answer.ok) updated.add(id)
    const [, own] = path === '/sqla.create' ? (/"sqlaId":"([^"]+)"/.exec(await answer.clone().text()) ?? []) : []
    if (own !== undefined) made.add(own)
    return answer
  }
}

async function judged(prepare?: Target['prepare']) {
  const sent: Exchange[] = []
  const stand = await standing({
    between: strict(),
    target: prepare ? { prepare } : {},
    options: { only: ['sqla'], fuzz: 0, settleMs: 0 },
  })
  const outcome = await run(stand, { exchange: (one) => void sent.push(one) })
  return { outcome, sent, remains: left(stand.store) }
}

const named = ({ method, operation }: Exchange) => method === 'POST' && operation === 'sqla.update'

describe('a kind whose records need an update before they can be used', () => {
  it('is decided with it, without an accusation, and undecided without', async () => {
    const [without, prepared] = [
      await judged(),
      await judged({ sqla: [{ operation: 'sqla.update', body: { description: 'prepared' } }] }),
    ]
    const undecided = (one: typeof without) => ids(one.outcome, 'inconclusive', 'blocked').length
    expect(undecided(without)).toBeGreaterThan(undecided(prepared) + 10)
    expect(ids(prepared.outcome, 'fail', 'warn', 'error')).toEqual([])
    expect(prepared.remains).toEqual([])
  })

  it('is prepared by calls about records of the run’s own alone', async () => {
    const { sent, outcome } = await judged({ sqla: [{ operation: 'sqla.update', body: { description: 'prepared' } }] })
    const own = new Set(
      sent
        .flatMap(({ operation, response }) =>
          operation === 'sqla.create' && response?.json.ok ? [...response.text.matchAll(/"sqlaId":"([^"]+)"/g)] : [],
        )
        .map(([, id]) => id),
    )
    const calls = sent.filter((one) => named(one) && one.body?.includes('"prepared"'))
    expect(calls.length).toBeGreaterThan(3)
    for (const { body } of calls) expect(own).toContain(/"sqlaId":"([^"]+)"/.exec(body ?? '')?.[1])
    expect(outcome.leftovers).toEqual([])
  })

  it('says what was answered where the target does not take the call', async () => {
    const { outcome, remains } = await judged({
      sqla: [{ operation: 'sqla.saveExternalPort', body: { externalPort: 'x' } }],
    })
    const reasons = outcome.results.flatMap(({ reason = '' }) => reason)
    expect(reasons.some((reason) => reason.includes('prepare names sqla.saveExternalPort, which was answered 4'))).toBe(
      true,
    )
    expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
    expect(remains).toEqual([])
  })
})
