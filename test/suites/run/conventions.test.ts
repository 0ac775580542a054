import { expect, test } from 'vitest'
import { identifierForm } from '../../../suites/values/identifier-form.ts'
import { outcomeOf } from '../../judged.ts'

test.each([
  ['0b1c4a52-4b0e-4a9e-8f4b-0f6b1f0c9d11', 'UUID'],
  ['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'ULID'],
  ['1234', '4 digits'],
  ['c0ffee00', '8 hexadecimal digits'],
  ['V1StGXR8Z5jdHi6BmyT', '19 letters and digits'],
  ['V1StGXR8_Z5jdHi6B-myT', '21 letters, digits, - and _'],
  ['a b', '3 other text'],
  [17, 'a number'],
  [null, 'a null'],
])('the form of the identifier %s is told', (value, form) => {
  expect(identifierForm(value)).toBe(form)
})

test('a run tells statuses and codes by kind of error, shapes of responses, and forms of identifiers', async () => {
  const { observed } = await outcomeOf({ variants: ['answers/data'] }, { only: ['sqla.create', 'sqla.one'] })
  expect(observed['answers']).toMatchObject({
    statuses: { 'no token': { 401: expect.any(Number) }, 'a listed field left out': { 400: expect.any(Number) } },
    codes: { 'no token': { UNAUTHORIZED: expect.any(Number) } },
    shapes: { create: { '{ data: an object }': expect.any(Number) } },
    identifiers: { sqla: { '20 hexadecimal digits': expect.any(Number) } },
  })
})

test('a finding that was tried again is told as a retry', async () => {
  const { retries, results } = await outcomeOf(
    { faults: ['exists/no-settings.getIp'] },
    { only: ['settings.getIp exists/*'] },
  )
  const failed = results.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  expect(failed.length).toBeGreaterThan(0)
  for (const id of failed) expect(retries).toContainEqual({ of: id, why: 'breach', times: 1 })
})
