/** A target that tells what was deleted from what never was, and deletes with an application what stands under it. */
import { expect, it } from 'vitest'
import { ids, run, standing, type Between } from './standing.ts'

/** Of what was shown once, an unknown identifier is one of the past. */
function ofThePast(as: { readonly status: number; readonly code: string }): Between {
  const shown = new Set<string>()
  return async (request, next) => {
    const sent = await request.clone().text()
    const url = new URL(request.url)
    const asked = [...url.searchParams.values(), ...(sent.match(/(?<=Id":")[^"]+/g) ?? [])]
    const response = await next(request)
    if (response.ok && url.pathname.endsWith('.one')) for (const id of asked) shown.add(id)
    if (response.status !== 404 || !asked.some((id) => shown.has(id))) return response
    return Response.json({ message: 'It is no longer there', code: as.code, issues: [] }, { status: as.status })
  }
}

it.each([
  { status: 410, code: 'GONE' },
  { status: 404, code: 'RESOURCE_DELETED' },
])('leaves nothing on a target that answers $status $code of what was deleted', async (as) => {
  const only = ['application.*', 'port.*', 'mounts.*']
  const { options } = await standing({ between: ofThePast(as), options: { only, settleMs: 100 } })
  const outcome = await run({ options })
  expect(outcome.leftovers).toEqual([])
  expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
})
