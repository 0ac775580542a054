/** Targets that answer everything with status 200, and say in the body what it was (docs/judgement.md, rule 1). */
import { expect, it } from 'vitest'
import { left, operationOf, run, standing, type Between } from './standing.ts'

/** A word for each sort of success, as no two operations of other servers have it. */
const words: Readonly<Record<string, string>> = { makes: 'CREATED', changes: 'UPDATED', deletes: 'DELETED' }

const enveloping =
  (wrapped: (success: boolean, value: unknown, code: string) => object): Between =>
  async (request, next) => {
    const response = await next(request)
    const value: unknown = await response.json()
    return Response.json(wrapped(response.ok, value, words[operationOf(request)?.act.verb ?? ''] ?? 'OK'))
  }

const flagged = enveloping((success, value, code) =>
  success ? { success, code, message: 'done', data: value } : { success, ...Object(value), data: null },
)

/** No flag tells them apart: an error has no data. */
const withData = enveloping((success, value, code) =>
  success ? { code, message: 'done', data: value ?? {} } : { ...Object(value), data: null },
)

it.each<[string, Between]>([
  ['a flag', flagged],
  ['its data', withData],
])('tells successes from errors by %s, whatever their codes, and leaves nothing behind', async (_by, between) => {
  const stand = await standing({
    between,
    options: { only: ['application.*', 'registry.*', 'port.*'], skip: ['fuzz/*'] },
  })
  const { results, leftovers } = await run(stand)
  expect(leftovers).toEqual([])
  expect(left(stand.store)).toEqual([])
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(1000)
  expect(results.filter(({ verdict }) => verdict === 'warn' || verdict === 'fail').map(({ id }) => id)).toEqual([])
})
