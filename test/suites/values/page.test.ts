import { expect, it } from 'vitest'
import { saysPage } from '../../../suites/values/page.ts'
import { exchangeOf, responseOf } from '../exchanges.ts'

const list = (headers: Record<string, string>, body: unknown = [{ registryId: 'a' }, { registryId: 'b' }]) =>
  exchangeOf({ ...responseOf({ body }), headers })

it.each([
  ['a link to the next page', { link: '</registry.all?page=2>; rel="next"' }],
  ['a total that is more', { 'x-total-count': '20' }],
  ['a range of a longer list', { 'content-range': 'items 0-1/20' }],
  ['the next page', { 'x-next-page': '2' }],
] as const)('a list goes on whose headers say %s', (_what, headers) => {
  expect(saysPage(list(headers), 2)).toBe(true)
})

it.each([
  ['a link to something else', { link: '</docs>; rel="help"' }],
  ['a total of what it shows', { 'x-total-count': '2' }],
  ['no next page', { 'x-next-page': '', 'x-has-more': 'false' }],
  ['the whole range', { 'content-range': 'items 0-1/2' }],
  ['nothing of it', { 'content-length': '2000', date: 'Thu, 01 Jan 2026 00:00:00 GMT' }],
] as const)('a list is whole whose headers say %s', (_what, headers) => {
  expect(saysPage(list(headers), 2)).toBe(false)
})

it('goes on where its body says so', () => {
  expect(saysPage(list({}, { items: [{ registryId: 'a' }], total: 2 }), 1)).toBe(true)
  expect(saysPage(list({}, { items: [{ registryId: 'a' }], total: 1, hasMore: false }), 1)).toBe(false)
})
