/** How a read shows the permissions of a user. */
import { expect, it } from 'vitest'
import { flagMistyped } from '../../../suites/values/flags.ts'

const services = { name: 'accesedServices', type: 'string[]' } as const
const typed = (value: unknown) => flagMistyped({ accesedServices: value }, services)?.value

it.each(['a,b', 7, { 0: 'a', 1: 'b' }])(
  'takes no text, number or object with numbers for names for a list: %j',
  (shown) => {
    expect(typed(shown)).toEqual(shown)
  },
)

it.each([[[]], [['a', 'b']], [{}], [{ ids: ['a'] }], [null], [undefined]])('accuses no other form: %j', (shown) => {
  expect(typed(shown)).toBeUndefined()
})
