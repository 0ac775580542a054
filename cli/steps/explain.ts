/** What a check, an operation, a clause, a fault or a variant is, in words. */
import { UsageError } from '../../fixtures/errors.ts'
import { faults as runFaults, findFault, loadFaults } from '../../fixtures/reference/faults/index.ts'
import { findVariant, variants } from '../../fixtures/reference/variants/index.ts'
import { loadChecks } from '../../load/checks.ts'
import { clauses, findClause } from '../../schemas/clauses.ts'
import { findOperation, operations, type Operation } from '../../schemas/registry.ts'
import { clauseOf } from '../../suites/checks/check.ts'
import { checks, checksOn, clausesOf } from '../../suites/run/checks.ts'
import { nearest } from '../../schemas/nearest.ts'
import { glob } from '../../schemas/pattern.ts'

type Check = (typeof checks)[number] | (typeof loadChecks)[number]
type Clause = (typeof clauses)[number]
const faults = [...runFaults, ...loadFaults]
type Fault = (typeof faults)[number]
/** Those of `run`, and those of `load`. */
const allChecks: readonly Check[] = [...checks, ...loadChecks]
type Rows = readonly (readonly [label: string, text: string])[]

const list = (items: readonly string[], none: string) => (items.length === 0 ? none : items.join(', '))
const clauseLine = (id: string) => `${id}: ${findClause(id)?.says ?? 'not in the ledger'}`

/** Many operations are a number and a few names. */
function operationNames(ids: readonly string[]): string {
  if (ids.length === operations.length) return `all ${ids.length} operations`
  return ids.length > 12 ? `${ids.length} operations: ${ids.slice(0, 10).join(', ')} …` : list(ids, 'no operation')
}

function explainOperation(operation: Operation): Rows {
  const parameters = operation.query.map(({ name, required }) => `${name} (${required ? 'required' : 'optional'})`)
  const fields = operation.body?.fields.map(({ name, type }) => `${name} (${type})`)
  const enrolled = checksOn(operation)
  return [
    ['operation', `${operation.id}: ${operation.method} ${operation.path}`],
    operation.method === 'GET'
      ? ['parameters', list(parameters, 'none')]
      : ['body', fields ? list(fields, 'an empty object') : 'no body'],
    ['does', `${operation.act.verb} ${operation.act.kind}`],
    ['effect', operation.effect],
    ['clause', clauseLine(operation.clause)],
    [
      'checks',
      list(
        enrolled.map((check) => check.id),
        'none',
      ),
    ],
  ]
}

/** A pattern over faults, with how many it means. */
function faultsOf(pattern: string): string {
  const count = faults.filter((fault) => glob(pattern)(fault.id)).length
  return pattern.includes('*') ? `${pattern} (${count} fault${count === 1 ? '' : 's'})` : pattern
}

const clauseSaid = (clause: string) => (clause.endsWith('*') ? `${clause}: one of each operation` : clauseLine(clause))

function explainCheck(check: Check): Rows {
  return [
    ['check', check.id],
    ['claim', check.claim],
    ['sends', check.sends],
    ['expects', check.expects],
    ['clause', clausesOf(check).map(clauseSaid).join('\n')],
    ['on', operationNames(operations.filter((operation) => check.on(operation)).map((operation) => operation.id))],
    ['kills', list(check.kills.map(faultsOf), 'no fault yet')],
  ]
}

function explainClause(clause: Clause): Rows {
  const judging = (check: Check) =>
    operations.some((operation) => check.on(operation) && clauseOf(check, operation) === clause.id)
  const judges = allChecks.filter(judging).map((check) => check.id)
  return [
    ['clause', clause.id],
    ['says', clause.says],
    ['where', clause.where],
    ['judged by', list(judges, clause.why ?? (clause.asserted ? 'no check yet' : 'not asserted'))],
  ]
}

function explainFault(fault: Fault): Rows {
  const killers = allChecks
    .filter((check) => check.kills.some((pattern) => glob(pattern)(fault.id)))
    .map((check) => check.id)
  return [
    ['fault', fault.id],
    ['breaks', fault.sentence],
    ['clause', clauseLine(fault.clause)],
    ['level', fault.level],
    ['on', fault.operations === '*' ? 'every operation' : operationNames(fault.operations)],
    ['killed by', list(killers, 'no check yet')],
  ]
}

const results = (): readonly string[] =>
  operations.flatMap((operation) =>
    allChecks.filter((check) => check.on(operation)).map((check) => `${operation.id} ${check.id}`),
  )

/** A result is an operation and a check of it: what that check does there. */
function explainResult(id: string): Rows | null {
  const [left = '', right = ''] = id.split(' ')
  const operation = findOperation(left)
  const check = allChecks.find((one) => one.id === right)
  if (!operation || !check) return null
  if (!check.on(operation)) throw new UsageError(`${check.id} does not judge ${operation.id}: there is no such result`)
  const its = explainCheck(check).filter(([label]) => ['claim', 'sends', 'expects', 'kills'].includes(label))
  const about = explainOperation(operation).filter(([label]) =>
    ['operation', 'parameters', 'body', 'effect'].includes(label),
  )
  const clause = clauseLine(clauseOf(check, operation))
  const again = `touchstone replay '${id}' --report touchstone-report/report.json`
  return [['result', id], ...its, ['clause', clause], ...about, ['see it', again]]
}

export function explain(id: string): Rows {
  const result = explainResult(id)
  if (result) return result
  const operation = findOperation(id)
  if (operation) return explainOperation(operation)
  const check = allChecks.find((one) => one.id === id)
  if (check) return explainCheck(check)
  const clause = findClause(id)
  if (clause) return explainClause(clause)
  const fault = findFault(id)
  if (fault) return explainFault(fault)
  const variant = findVariant(id)
  if (variant) return [['variant', `${variant.id}: ${variant.sentence}`]]
  const things = [...operations, ...allChecks, ...clauses, ...faults, ...variants].map((one) => one.id)
  // Something that is two words was meant as a result.
  const names = id.includes(' ') ? results() : things
  throw new UsageError(
    `there is no operation, check, result, clause, fault or variant '${id}'; ${nearest(id, names)}; \`touchstone list\` shows them`,
  )
}
