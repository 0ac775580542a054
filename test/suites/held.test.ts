/** A target that deletes nothing while a job holds it. */
import { expect, it } from 'vitest'
import { noJournal } from '../../fixtures/journal.ts'
import { cleanUp } from '../../suites/run/cleanup.ts'
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

/** Cleans up after a run that left one record, which was deployed just now. */
async function cleaned(settleMs: number) {
  const { options, store } = await standing({ between: held(), options: { settleMs } })
  const { sqlaId } = store.create('sqla', { name: 'ts-a1b2c3d4-sqla-0001', projectId: store.seeds.projectId })
  const id = String(sqlaId)
  await fetch(`${options.target.baseUrl}/sqla.deploy`, {
    method: 'POST',
    headers: { authorization: `Bearer ${options.target.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sqlaId: id }),
  })
  const record = { kind: 'sqla', name: 'ts-a1b2c3d4-sqla-0001', id, why: 'made for a test' }
  const outcome = await cleanUp({ records: [record], settings: [], invited: [] }, options, noJournal)
  return { ...outcome, left: store.records.sqla.rows().length }
}

it('leaves nothing behind after a cleanup, which waits for the job', async () => {
  const { leftovers, left } = await cleaned(400)
  expect(leftovers).toEqual([])
  expect(left).toBe(0)
})

it('is not waited for longer than five settle times', async () => {
  const { leftovers, left } = await cleaned(50)
  expect(leftovers).toMatchObject([{ kind: 'sqla', why: 'its delete was answered with 423' }])
  expect(left).toBe(1)
})
