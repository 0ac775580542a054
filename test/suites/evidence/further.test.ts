/** Which words of a refusal may be fields that the specification does not list. */
import { expect, it } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { furtherFields } from '../../../suites/evidence/variations/further.ts'
import { answerOf, exchangeOf } from '../exchanges.ts'

const namedIn = (body: unknown): readonly string[] =>
  furtherFields(operation('registry.create'), exchangeOf(answerOf({ status: 400, body })), {}).map(({ name }) => name)

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
