/** A target that deletes nothing that runs. */
import { expect, it } from 'vitest'
import { cleaned } from './left-record.ts'
import { ids, run, standing, type Between } from './standing.ts'

/** What was deployed or started runs until it is stopped, and its delete is refused. */
function refusesWhileRunning(): Between {
  const running = new Set<string>()
  return async (request, next) => {
    const [, act = ''] = new URL(request.url).pathname.split('.')
    const [id = ''] = (await request.clone().text()).match(/(?<="(?:application|compose|sqla)Id":")[^"]+/) ?? []
    if (/^(?:delete|remove)$/.test(act) && running.has(id))
      return Response.json({ message: 'Stop it first', code: 'CONFLICT', issues: [] }, { status: 409 })
    const response = await next(request)
    if (response.ok && /^(?:deploy|redeploy|start)$/.test(act)) running.add(id)
    if (response.ok && act === 'stop') running.delete(id)
    return response
  }
}

it('leaves nothing behind after a run', async () => {
  const only = ['application.*', 'compose.*', 'sqla.*']
  const { options, store } = await standing({ between: refusesWhileRunning(), options: { only, settleMs: 50 } })
  const outcome = await run({ options })
  expect(outcome.leftovers).toEqual([])
  expect(store.records.sqla.rows()).toEqual([])
  expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  expect(ids(outcome, 'pass')).toEqual(
    expect.arrayContaining(['sqla.remove records/gone', 'sqla.remove census/others']),
  )
})

it('leaves nothing behind after a cleanup', async () => {
  const { leftovers, deleted, left } = await cleaned('start', refusesWhileRunning(), { allow: ['deploy'] })
  expect(leftovers).toEqual([])
  expect(deleted).toHaveLength(1)
  expect(left).toBe(0)
})

it('is asked to stop nothing in a cleanup after a run that had no permission to deploy', async () => {
  const { leftovers, left } = await cleaned('start', refusesWhileRunning(), { allow: ['host', 'destructive'] })
  expect(leftovers).toMatchObject([{ kind: 'sqla', why: 'its delete was answered with 409' }])
  expect(left).toBe(1)
})
