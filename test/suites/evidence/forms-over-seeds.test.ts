/** What few operations are asked comes to enough of them, whatever the seed. */
import { expect, test } from 'vitest'
import { databaseKinds } from '../../../schemas/operation.ts'
import { addressForms } from '../../../fixtures/payload/address-forms.ts'
import { doing, operations } from '../../../schemas/registry.ts'
import { drawOf } from '../../../suites/evidence/bad-credentials.ts'
import { isAskedOfKinds } from '../../../suites/evidence/requests/same-name.ts'
import { sorts, turnOf } from '../../../suites/evidence/shown-token.ts'
import { otherAddress } from '../../../suites/checks/other-address.ts'

const seeds = Array.from({ length: 20 }, (_, seed) => seed)

test.each(seeds)('each form of an address comes to two operations at least under seed %d', (seed) => {
  const asked = operations.filter((operation) => otherAddress.on(operation))
  const forms = asked.map((operation) => drawOf(operation, 'other-address', seed) % addressForms.length)
  for (const form of addressForms.keys()) expect(forms.filter((one) => one === form).length).toBeGreaterThanOrEqual(2)
})

test.each(seeds)('a kind of database is asked about records of other kinds under seed %d', (seed) => {
  expect(databaseKinds.some((kind) => isAskedOfKinds(kind, seed))).toBe(true)
})

test.each(seeds)('each sort of shown text comes first on a kind of database under seed %d', (seed) => {
  const turns = databaseKinds.map((kind) => turnOf(doing('reads', kind), seed) % sorts.length)
  expect(new Set(turns).size).toBe(sorts.length)
})
