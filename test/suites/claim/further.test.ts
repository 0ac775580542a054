/** Which words of a refusal may be fields that the specification does not list. */
import { expect, it } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { furtherFields, offeredBy } from '../../../suites/claim/further.ts'
import { successSupply } from '../../../suites/claim/supply.ts'
import { responseOf, exchangeOf } from '../exchanges.ts'

const namedIn = (body: unknown): readonly string[] =>
  furtherFields(operation('registry.create'), exchangeOf(responseOf({ status: 400, body })), {}).alone.map(
    ({ name }) => name,
  )

it.each([
  { message: 'Not found', code: 'not_found', issues: [] },
  { message: 'Try again later', code: 'notReady', issues: [] },
  { message: 'Try again later', code: 'APP.notReady', issues: [] },
  {
    message: 'Conflict',
    code: 'CONFLICT',
    error: 'conflict',
    issues: [{ message: 'Busy', code: 'locked', type: 'busy' }],
  },
  { message: 'No', error_code: 'not_found', data: { code: 'later', status: 'failed' } },
])('none is a code: %j', (body) => {
  expect(namedIn(body)).toEqual([])
})

it.each([
  { message: 'Wrong input', code: 'invalid', issues: [{ message: 'Required', code: 'missing', path: ['confirm'] }] },
  { message: 'The field "confirm" is required', code: 'confirm', issues: [] },
  { message: 'No', code: 'invalid', error: 'confirm is required', issues: [] },
  { detail: [{ type: 'missing', loc: ['body', 'confirm'], msg: 'Field required' }] },
])('what a message, a path or a sentence names is one: %j', (body) => {
  expect(namedIn(body)).toContain('confirm')
})

it('takes a listed name in other letters for another one where a path holds it, and not in a sentence', () => {
  const asked = { query: { appName: 'mine' } }
  const refusal = (message: string, path: readonly string[]) =>
    exchangeOf(responseOf({ status: 400, body: { message, code: 'invalid', issues: [{ message, path }] } }), { asked })
  const of = (refused: ReturnType<typeof refusal>) =>
    furtherFields(operation('application.readAppMonitoring'), refused, {}).alone
  expect(of(refusal('Required', ['appname']))).toEqual([{ name: 'appname', values: ['mine', 'touchstone'] }])
  expect(of(refusal('The appname is required', ['appName']))).toEqual([])
})

it('fills a name that ends as the listed one does with what that was given', () => {
  const body = { message: 'No', code: 'invalid', issues: [{ message: 'Required', path: ['templateId'] }] }
  const refused = exchangeOf(responseOf({ status: 400, body }), { asked: { query: {}, body: { id: 'blog' } } })
  const [first] = furtherFields(operation('compose.deployTemplate'), refused, {}).alone
  expect(first?.values[0]).toBe('blog')
})

it('names all that a refusal speaks of to be tried together, and each of the first alone', () => {
  const issues = ['branch', 'buildPath', 'region'].map((field) => ({ message: 'Required', path: [field] }))
  const refused = exchangeOf(responseOf({ status: 400, body: { message: 'Wrong input', code: 'invalid', issues } }))
  const { alone, together } = furtherFields(operation('registry.create'), refused, {})
  expect(alone.map(({ name }) => name)).toEqual(['branch', 'buildPath'])
  expect(together.map(({ name }) => name)).toEqual(['branch', 'buildPath', 'region'])
})

it('says in the hint which fields a refusal names, also those of an update that lists its subject alone', () => {
  const issues = [{ message: 'Required', path: ['env'] }]
  const refused = exchangeOf(responseOf({ status: 400, body: { message: 'Wrong input', code: 'invalid', issues } }))
  const save = operation('sqla.saveEnvironment')
  expect(furtherFields(save, refused, {}).alone).toEqual([])
  expect(successSupply(save, [], refused)).toBe(
    'env, which its refusal names, as sample["sqla.saveEnvironment"] in the target file',
  )
})

it.each([
  ['no whole response within 10000 ms', 'a longer --timeout, if the server responds later'],
  ['the connection was closed', 'the server’s own log: no response came'],
])('says in the hint what helps where no response came: %s', (failure, hint) => {
  expect(successSupply(operation('application.deploy'), [], exchangeOf(null, { failure }))).toBe(hint)
})

it.each([
  { message: 'type: Invalid option: expected one of "fetch"|"cache"' },
  { message: "Invalid enum value. Expected 'fetch' | 'cache', received 'made-up'" },
  { message: '"type" must be one of [fetch, cache]' },
  { message: 'type must be one of the following values: fetch, cache' },
  { message: 'unknown variant `made-up`, expected `fetch` or `cache`' },
  { message: 'It is not one of fetch or cache' },
  { message: 'Wrong input', issues: [{ message: 'Not allowed', path: ['type'], allowed: ['fetch', 'cache'] }] },
])('the words that a refusal offers are found, and not what was sent or is listed: %j', (body) => {
  const asked = { query: { composeId: 'c1', type: 'made-up' } }
  const refused = exchangeOf(responseOf({ status: 400, body: { code: 'invalid', ...body } }), { asked })
  expect(offeredBy(operation('compose.loadServices'), [refused])).toEqual(['fetch', 'cache'])
})

it('finds no words in a refusal that offers none', () => {
  const refused = exchangeOf(responseOf({ status: 400, body: { message: 'The type is unknown', code: 'invalid' } }))
  expect(offeredBy(operation('compose.loadServices'), [refused])).toEqual([])
})
