/** The k6 of this machine, found as `touchstone load` finds it, and built where it has to be; or why there is none. */
import { describe, test } from 'vitest'
import { UsageError } from '../../fixtures/errors.ts'
import { findK6, type K6 } from '../../load/k6/find.ts'

const required = (process.env['TOUCHSTONE_REQUIRE'] ?? '').split(',').includes('k6')

async function look(): Promise<{ readonly k6: K6 | null; readonly why: string }> {
  try {
    return { k6: await findK6(process.env, () => undefined), why: '' }
  } catch (error) {
    // Where k6 is required, tests that can't run have failed.
    if (required || !(error instanceof UsageError)) throw error
    return { k6: null, why: error.message }
  }
}

const { k6, why } = await look()

/** Whether this machine has it. */
export const hasK6 = k6 !== null

/** `describe` of what needs k6: skipped by name, with the reason, where there is none. */
export const withK6 = (name: string, tests: () => void): void => {
  if (k6) describe(name, tests)
  else test.skip(`${name}: skipped, ${why}`)
}
