import { expect, test } from 'vitest'
import { existsChecks } from '../../../suites/checks/exists.ts'
import { Inconclusive } from '../../../suites/claim/finding.ts'
import { caseOf } from '../cases.ts'
import { error, exchangeOf } from '../exchanges.ts'

const [exists] = existsChecks
const proven = (status: number) => () =>
  exists?.prove(caseOf({ control: exchangeOf(error(status, 'OTHER', 'another response')) }))

test.each([301, 308, 410, 501])('%i does not show that the operation is there', (status) => {
  expect(proven(status)).toThrow(Inconclusive)
})

test.each([400, 403, 422, 500])('%i is an error of an operation that is there', (status) => {
  expect(proven(status)).not.toThrow()
})
