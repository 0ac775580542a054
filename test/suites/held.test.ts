/** A target that deletes nothing while a job holds it. */
import { expect, it } from 'vitest'
import { cleaned } from './left-record.ts'
import { ids, run, standing, type Between } from './standing.ts'

/** So long a deploy holds its record, in milliseconds. */
const HELD = 600

/** Whatever names a record that was deployed a moment ago is refused. */
function held(): Between {
  const until = new Map<string, number>()
  return async (request, next) => {
    const [, act = ''] = new URL(request.url).pathname.split('.')
    const [id = ''] = (await request.clone().text()).match(/(?<="(?:application|sqla)Id":")[^"]+/) ?? []
    if (request.method === 'POST' && (until.get(id) ?? 0) > Date.now())
      return Response.json({ message: 'A job holds it', code: 'LOCKED', issues: [] }, { status: 423 })
    const response = await next(request)
    if (response.ok && /^(?:deploy|redeploy|start)$/.test(act)) until.set(id, Date.now() + HELD)
    return response
  }
}

it('leaves nothing behind after a run', async () => {
  const only = ['application.*', 'sqla.*']
  const { options, store } = await standing({ between: held(), options: { only, settleMs: 400 } })
  const outcome = await run({ options })
  expect(outcome.leftovers).toEqual([])
  expect(store.records.application.rows()).toEqual([])
  expect(store.records.sqla.rows()).toEqual([])
  expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
})

it('leaves nothing behind after a cleanup, which waits for the job', async () => {
  const { leftovers, left } = await cleaned('deploy', held(), { settleMs: 400 })
  expect(leftovers).toEqual([])
  expect(left).toBe(0)
})

it('is not waited for longer than five settle times', async () => {
  const { leftovers, left } = await cleaned('deploy', held(), { settleMs: 50 })
  expect(leftovers).toMatchObject([{ kind: 'sqla', why: 'its delete was answered with 423' }])
  expect(left).toBe(1)
})
