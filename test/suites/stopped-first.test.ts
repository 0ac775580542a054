/** A target that deletes nothing that runs. */
import { expect, it } from 'vitest'
import { noJournal } from '../../fixtures/journal.ts'
import type { Permission } from '../../schemas/target.ts'
import { cleanUp } from '../../suites/run/cleanup.ts'
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
})

/** Cleans up after a run that left one record, which runs, and was permitted so much. */
async function cleaned(allow: readonly Permission[]) {
  const { options, store } = await standing({ between: refusesWhileRunning(), options: { settleMs: 50 } })
  const { sqlaId } = store.create('sqla', { name: 'ts-a1b2c3d4-sqla-0001', projectId: store.seeds.projectId })
  const id = String(sqlaId)
  await fetch(`${options.target.baseUrl}/sqla.start`, {
    method: 'POST',
    headers: { authorization: `Bearer ${options.target.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sqlaId: id }),
  })
  const record = { kind: 'sqla', name: 'ts-a1b2c3d4-sqla-0001', id, why: 'made for a test' }
  const todo = { records: [record], settings: [], invited: [] }
  return { ...(await cleanUp(todo, { ...options, allow }, noJournal)), left: store.records.sqla.rows().length }
}

it('leaves nothing behind after a cleanup', async () => {
  const { leftovers, deleted, left } = await cleaned(['deploy'])
  expect(leftovers).toEqual([])
  expect(deleted).toHaveLength(1)
  expect(left).toBe(0)
})

it('is asked to stop nothing in a cleanup after a run that had no permission to deploy', async () => {
  const { leftovers, left } = await cleaned(['host', 'destructive'])
  expect(leftovers).toMatchObject([{ kind: 'sqla', why: 'its delete was answered with 409' }])
  expect(left).toBe(1)
})
