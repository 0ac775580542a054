import type { OperationId } from '../../schemas/registry.ts'
import { operations, type Operation } from '../../schemas/registry.ts'
import { clauseOf, type AnyCheck } from './check.ts'
import { errorMonitors } from '../monitors/errors.ts'
import { mediaMonitors } from '../monitors/media.ts'
import { refusedMonitors } from '../monitors/refused.ts'
import { secretMonitors } from '../monitors/secrets.ts'
import { authChecks } from './auth.ts'
import { burstChecks } from './burst.ts'
import { burstGone } from './burst-gone.ts'
import { existsChecks } from './exists.ts'
import { serverErrorChecks } from './server-error.ts'
import { fuzzChecks } from './fuzz.ts'
import { censusChecks } from './census.ts'
import { listChecks } from './listed.ts'
import { ownChecks } from './own.ts'
import { paramChecks } from './params/index.ts'
import { hostChecks } from './host.ts'
import { recordChecks } from './records.ts'
import { restartChecks } from './restart.ts'
import { statusChecks } from './status.ts'
import { valueChecks, valuePolls } from './values.ts'

/** Every check, in the order in which results are listed. */
export const checks: readonly AnyCheck[] = [
  ...existsChecks,
  ...serverErrorChecks,
  ...recordChecks,
  ...ownChecks,
  ...listChecks,
  ...valueChecks,
  ...valuePolls,
  ...censusChecks,
  ...statusChecks,
  ...burstChecks,
  burstGone,
  ...restartChecks,
  ...paramChecks,
  ...hostChecks,
  ...fuzzChecks,
  ...mediaMonitors,
  ...errorMonitors,
  ...secretMonitors,
  ...authChecks,
  ...refusedMonitors,
]

const enrolled = new Map<OperationId, readonly AnyCheck[]>(
  operations.map((operation) => [operation.id, checks.filter((check) => check.on(operation))]),
)

/** The checks that judge an operation. */
export const checksOn = (operation: Operation): readonly AnyCheck[] => enrolled.get(operation.id) ?? []

/** The clauses that a check judges, each once; `OP-*` where there is one of each operation. */
export const clausesOf = (check: Pick<AnyCheck, 'clause' | 'on'>): readonly string[] =>
  typeof check.clause === 'string'
    ? [check.clause]
    : [...new Set(operations.filter((one) => check.on(one)).map((one) => clauseOf(check, one)))]
