/** Reads that are answered from an older copy, of before a record was made, accuse nobody. */
import { expect, it } from 'vitest'
import { errorResponse, left, run, standing } from './standing.ts'

/** What the results of a check are on a server whose first read of each record after a write is answered from before it was there. */
async function judged(check: string, group: string) {
  // How often each record was read since the last write of the group.
  const looks = new Map<string, number>()
  const stand = await standing({
    async between(request, next) {
      const { pathname, searchParams } = new URL(request.url)
      if (!pathname.startsWith(`/${group}.`)) return next(request)
      const isRead = pathname === `/${group}.one`
      if (isRead) {
        const id = searchParams.get(`${group}Id`) ?? ''
        const looked = looks.get(id) ?? 0
        looks.set(id, looked + 1)
        // Copies take turns: the first read after a write is of the older one.
        if (looked === 0) return errorResponse(404, 'NOT_FOUND')
      }
      const response = await next(request)
      if (!isRead && response.ok) looks.clear()
      return response
    },
    options: { only: [`${group}.create ${check}`], settleMs: 1000 },
  })
  const { results } = await run(stand)
  return { verdict: results.find(({ id }) => id === `${group}.create ${check}`)?.verdict, left: left(stand.store) }
}

it.each([
  ['records/namesake', 'registry'],
  ['records/namesake', 'kvstore'],
  ['burst/kept', 'registry'],
  ['burst/kept', 'kvstore'],
])('passes %s on %s.create', async (check, group) => {
  expect(await judged(check, group)).toEqual({ verdict: 'pass', left: [] })
})
