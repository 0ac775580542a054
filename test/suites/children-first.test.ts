/** A target that deletes no application which has ports or mounts, as a foreign key does that restricts. */
import { expect, it } from 'vitest'
import { isAuthorised } from '../../fixtures/reference/tools.ts'
import { errorResponse, ids, left, operationOf, run, standing, TOKEN } from './standing.ts'

it('is given the deletes of what stands under it first, and leaves no delete undecided', async () => {
  const stand = await standing({
    token: TOKEN,
    async between(request, next) {
      if (!isAuthorised(request, TOKEN) || operationOf(request)?.id !== 'application.delete') return next(request)
      const [, id = ''] = /"applicationId":"([^"]+)"/.exec(await request.clone().text()) ?? []
      const { port, mount } = stand.store.records
      const isParent = port.childrenOf(id).length + mount.childrenOf(id).length > 0
      return isParent ? errorResponse(409, 'CONFLICT', {}, 'It has ports or mounts: delete those first') : next(request)
    },
    options: { only: ['application.delete'], skip: ['fuzz/*'] },
  })
  const outcome = await run(stand)
  expect(outcome.leftovers).toEqual([])
  expect(left(stand.store)).toEqual([])
  expect(ids(outcome, 'pass').length).toBeGreaterThan(20)
  expect(ids(outcome, 'warn', 'fail', 'inconclusive')).toEqual([])
})
