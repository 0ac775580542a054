/** What of a load the user's patterns select. */
import { groups, operations } from '../schemas/registry.ts'
import { compileSelection } from '../suites/run/select.ts'
import { loadChecks } from './checks.ts'

/** @throws UsageError where a pattern matches nothing */
export const selection = (
  only: readonly string[],
  skip: readonly string[],
): ((operation: string, check: string) => boolean) =>
  compileSelection(only, skip, {
    groups: Object.keys(groups),
    operations: operations.map(({ id }) => id),
    checks: loadChecks.map(({ id }) => id),
  })
