import type { OperationId } from '../../schemas/registry.ts'
import { operations, type Operation } from '../../schemas/registry.ts'
import { clauseOf, type AnyCheck } from '../checks/check.ts'
import { errorMonitors } from '../monitors/errors.ts'
import { issueMonitors } from '../monitors/issues.ts'
import { identifierMonitors } from '../monitors/identifiers.ts'
import { mediaMonitors } from '../monitors/media.ts'
import { refusedMonitors } from '../monitors/refused.ts'
import { secretMonitors } from '../monitors/secrets.ts'
import { statusMonitors } from '../monitors/status.ts'
import { authChecks } from '../checks/auth.ts'
import { atOnceChecks } from '../checks/at-once.ts'
import { burstChecks } from '../checks/burst.ts'
import { wordChecks } from '../checks/unknown-word.ts'
import { spelledChecks } from '../checks/spelled-numbers.ts'
import { racedChecks } from '../checks/raced.ts'
import { burstGone } from '../checks/burst-gone.ts'
import { burstLetters, burstValues } from '../checks/burst-values.ts'
import { answeredChecks } from '../checks/answered.ts'
import { serverErrorChecks } from '../checks/server-error.ts'
import { existsChecks } from '../checks/exists.ts'
import { fuzzChecks } from '../fuzz/checks.ts'
import { actionChecks } from '../checks/actions.ts'
import { placedChecks } from '../checks/placed.ts'
import { censusChecks } from '../checks/census.ts'
import { containerChecks } from '../checks/containers.ts'
import { claimedChecks } from '../checks/claimed.ts'
import { renewedChecks } from '../checks/renewed.ts'
import { echoChecks } from '../checks/echo.ts'
import { listChecks } from '../checks/listed.ts'
import { listMonitors } from '../monitors/lists.ts'
import { ownChecks } from '../checks/own.ts'
import { paramChecks } from '../checks/params/index.ts'
import { knownChecks } from '../checks/known.ts'
import { trimmedChecks } from '../checks/trimmed.ts'
import { templateChecks } from '../checks/templates.ts'
import { fileChecks } from '../checks/files.ts'
import { factChecks } from '../checks/facts.ts'
import { hostChecks } from '../checks/host.ts'
import { inheritedChecks } from '../checks/inherited.ts'
import { lastingChecks } from '../checks/lasting.ts'
import { recordChecks } from '../checks/records.ts'
import { restartChecks } from '../checks/restart.ts'
import { jobChecks } from '../checks/jobs.ts'
import { statusChecks } from '../checks/status.ts'
import { underOthersChecks } from '../checks/under-others.ts'
import { naturalConsistency } from '../checks/natural.ts'
import { valueChecks, valueConsistency } from '../checks/values.ts'
import { shownByKinds } from '../checks/shown-by-kinds.ts'

/** Every check, in the order in which results are listed. */
export const checks: readonly AnyCheck[] = [
  ...existsChecks,
  ...serverErrorChecks,
  ...answeredChecks,
  ...recordChecks,
  ...claimedChecks,
  ...lastingChecks,
  ...inheritedChecks,
  ...ownChecks,
  ...underOthersChecks,
  ...listChecks,
  ...listMonitors,
  ...valueChecks,
  ...valueConsistency,
  ...naturalConsistency,
  ...shownByKinds,
  ...spelledChecks,
  ...wordChecks,
  ...echoChecks,
  ...actionChecks,
  ...placedChecks,
  ...censusChecks,
  ...renewedChecks,
  ...jobChecks,
  ...containerChecks,
  ...statusChecks,
  ...burstChecks,
  burstGone,
  burstValues,
  burstLetters,
  ...atOnceChecks,
  ...racedChecks,
  ...restartChecks,
  ...paramChecks,
  ...hostChecks,
  ...factChecks,
  ...templateChecks,
  ...knownChecks,
  ...trimmedChecks,
  ...fileChecks,
  ...fuzzChecks,
  ...mediaMonitors,
  ...errorMonitors,
  ...issueMonitors,
  ...secretMonitors,
  ...identifierMonitors,
  ...statusMonitors,
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
