/** Reads that are answered from an older copy, of before a record was made, accuse nobody. */
import { expect, it } from 'vitest'
import { errorResponse, left, run, standing } from './standing.ts'

/**
 * The verdict of a check on a create, and what the run left. After each write of the group, the first read of a record comes from an
 * older copy, of before the record was there.
 */
async function judged(check: string, group: string) {
  /** Records that were read since the last write of the group. */
  const read = new Set<string>()
  const stand = await standing({
    async between(request, next) {
      const { pathname, searchParams } = new URL(request.url)
      if (!pathname.startsWith(`/${group}.`)) return next(request)
      const isRead = pathname === `/${group}.one`
      if (isRead) {
        const id = searchParams.get(`${group}Id`) ?? ''
        if (!read.has(id)) {
          read.add(id)
          return errorResponse(404, 'NOT_FOUND')
        }
      }
      const response = await next(request)
      if (!isRead && response.ok) read.clear()
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
