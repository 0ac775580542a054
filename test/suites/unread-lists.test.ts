/** Lists of users that are refused now and then: what is not read leaves nobody out. */
import { expect, it } from 'vitest'
import { ApiError, refusal } from '../../fixtures/reference/errors.ts'
import { runOn } from './standing.ts'

it('misses no user in a list that could not be read', async () => {
  let assigned = 0
  let refused = 0
  const { results } = await runOn({
    between(request, next) {
      const { pathname } = new URL(request.url)
      if (pathname.endsWith('/admin.assignPermissions')) assigned++
      if (!pathname.endsWith('/user.all') || assigned % 2 === 0) return next(request)
      refused++
      return refusal(new ApiError(409, 'BUSY', 'Ask again later'))
    },
    options: { only: ['admin.assignPermissions'], skip: ['fuzz/*'] },
  })
  expect(refused).toBeGreaterThan(1)
  const found = results.find(({ id }) => id === 'admin.assignPermissions people/others')
  expect(found?.verdict, found?.message).not.toMatch(/fail|warn/)
})
