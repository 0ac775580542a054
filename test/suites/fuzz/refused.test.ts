/** What an update changed that was answered with an error is a note: nothing says that errors undo. */
import { expect, test } from 'vitest'
import { errorResponse, run, standing, type Between } from '../standing.ts'

const result = async (between?: Between) => {
  const only = ['sqla.saveExternalPort fuzz/refused']
  const { options } = await standing({ options: { only, fuzz: 5 }, ...(between ? { between } : {}) })
  const { results, leftovers } = await run({ options })
  expect(leftovers).toEqual([])
  return results[0]
}

test('an update that is refused and changes nothing passes', async () => {
  expect(await result()).toMatchObject({ check: 'fuzz/refused', verdict: 'pass' })
})

test('one that is refused, and written all the same, is a note with what was sent', async () => {
  const found = await result(async (request, next) => {
    if (!request.url.endsWith('/sqla.saveExternalPort')) return next(request)
    const body = await request.text()
    const response = await next(new Request(request.url, { method: 'POST', headers: request.headers, body }))
    return body.includes('"constructor":') ? errorResponse(400, 'BAD_REQUEST') : response
  })
  expect(found).toMatchObject({ verdict: 'note' })
  expect(found?.got).toMatch(/^externalPort is \d+, and was \d+, changed by a body with a further field 'constructor'/)
  expect(found?.evidence).toHaveLength(2)
})
