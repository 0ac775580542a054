/** A target that does nothing with what was never deployed. */
import { expect, it } from 'vitest'
import { ids, run, standing, type Between } from './standing.ts'

const only = ['application.*', 'sqla.*', 'colstore.*']
const judged = ['params/missing-required', 'params/unknown-id', 'census/others']

it('is judged on what was deployed', async () => {
  const deployed = new Map<string, number>()
  // A deploy takes a moment, in which it refuses all else.
  const between: Between = async (request, next) => {
    const [, act = ''] = new URL(request.url).pathname.split('.')
    const [id = ''] = (await request.clone().text()).match(/(?<="(?:application|sqla|colstore)Id":")[^"]+/) ?? []
    const isThere = (['application', 'sqla', 'colstore'] as const).some((kind) => server.store.records[kind].get(id))
    const isRightful = request.headers.get('authorization') === `Bearer ${server.options.target.token}`
    if (
      isThere &&
      isRightful &&
      /^(?:start|stop|reload|redeploy|changePassword)$/.test(act) &&
      Date.now() < (deployed.get(id) ?? Infinity)
    )
      return Response.json({ message: 'It was never deployed', code: 'CONFLICT', issues: [] }, { status: 409 })
    const response = await next(request)
    if (response.ok && act === 'deploy') deployed.set(id, Date.now() + 100)
    return response
  }
  const server = await standing({ between, options: { only, fuzz: 0, settleMs: 100 } })
  const outcome = await run(server)
  expect(outcome.leftovers).toEqual([])
  expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  const operations = [
    'application.start',
    'application.stop',
    'application.redeploy',
    'sqla.reload',
    'colstore.changePassword',
  ]
  expect(ids(outcome, 'pass')).toEqual(
    expect.arrayContaining(operations.flatMap((id) => judged.map((check) => `${id} ${check}`))),
  )
})
