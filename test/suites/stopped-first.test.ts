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

/** What becomes of the delete of a record that was not stopped, where that is answered with this status. */
async function deletedUnstopped(status: number) {
  const stopped = new Set<string>()
  const between: Between = async (request, next) => {
    const [, act = ''] = new URL(request.url).pathname.split('.')
    const [id = ''] = (await request.clone().text()).match(/(?<="sqlaId":")[^"]+/) ?? []
    const isRightful = request.headers.get('authorization') === `Bearer ${server.options.target.token}`
    if (act === 'remove' && isRightful && server.store.records.sqla.get(id) && !stopped.has(id))
      return Response.json({ message: 'Stop it first', code: 'CONFLICT', issues: [] }, { status })
    if (act === 'stop' && isRightful) stopped.add(id)
    return next(request)
  }
  const server = await standing({ between, options: { only: ['sqla.*'], fuzz: 0, settleMs: 50 } })
  const outcome = await run(server)
  expect(outcome.leftovers).toEqual([])
  return outcome
}

it('is judged on what was stopped', async () => {
  const outcome = await deletedUnstopped(409)
  expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  expect(ids(outcome, 'pass')).toContain('sqla.remove records/gone')
})

it('is told of, where it says that it failed', async () => {
  expect(ids(await deletedUnstopped(500), 'warn')).toContain('sqla.remove errors/server-error')
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
