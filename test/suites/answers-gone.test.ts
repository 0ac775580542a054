/** A target that tells what was deleted from what never was, and deletes with an application what stands under it. */
import { expect, it } from 'vitest'
import { ids, run, standing, type Between } from './standing.ts'

/** Of what was shown once, an unknown identifier is one of the past. */
function ofThePast(
  as: { readonly status: number; readonly code: string },
  never?: { readonly status: number; readonly body: unknown },
): Between {
  const shown = new Set<string>()
  return async (request, next) => {
    const sent = await request.clone().text()
    const url = new URL(request.url)
    const asked = [...url.searchParams.values(), ...(sent.match(/(?<=Id":")[^"]+/g) ?? [])]
    const response = await next(request)
    if (response.ok && url.pathname.endsWith('.one')) for (const id of asked) shown.add(id)
    if (response.status !== 404) return response
    if (!asked.some((id) => shown.has(id)))
      return never ? Response.json(never.body, { status: never.status }) : response
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

it('leaves nothing on a target that refuses identifiers of another form than its own', async () => {
  const malformed = { status: 400, body: { message: 'That is no identifier', code: 'BAD_REQUEST', issues: [] } }
  const between = ofThePast({ status: 404, code: 'NOT_FOUND' }, malformed)
  const only = ['application.*', 'port.*', 'mounts.*']
  const { options } = await standing({ between, options: { only, settleMs: 100 } })
  const outcome = await run({ options })
  expect(outcome.leftovers).toEqual([])
  expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
})
