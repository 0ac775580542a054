/** `--only` and `--skip`: patterns over groups, operations, checks and results. */
import { UsageError } from '../../fixtures/errors.ts'
import { nearest } from '../../schemas/nearest.ts'
import { glob, operationsOf } from '../../schemas/pattern.ts'

export interface KnownNames {
  readonly groups: readonly string[]
  readonly operations: readonly string[]
  readonly checks: readonly string[]
}

/** What one pattern selects: null where it says nothing of that side. */
interface Pattern {
  readonly operation: ((id: string) => boolean) | null
  readonly check: ((id: string) => boolean) | null
}

const family = (check: string) => check.slice(0, check.indexOf('/'))
/** Whether a pattern means this check: a family's name stands for everything in it. */
function checksOf(pattern: string): (id: string) => boolean {
  const match = glob(pattern)
  return (id) => match(id) || match(family(id))
}

function compile(flag: string, pattern: string, known: KnownNames): Pattern {
  const fail = (part: string, names: readonly string[]): never => {
    throw new UsageError(
      `${flag} '${pattern}' matches no group, operation or check: of '${part}' ${nearest(part, names)}; ` +
        `touchstone list operations and list checks show them all.`,
    )
  }
  const [left = '', right, ...rest] = pattern.trim().split(/\s+/)
  if (rest.length > 0) fail(pattern, [...known.operations, ...known.checks])
  const operations = operationsOf(left)
  if (right !== undefined) {
    const checks = checksOf(right)
    if (!known.operations.some(operations)) fail(left, known.operations)
    if (!known.checks.some(checks)) fail(right, known.checks)
    return { operation: operations, check: checks }
  }
  if (known.operations.some(operations)) {
    // `*` alone would match checks as well, and selects the same.
    return { operation: operations, check: null }
  }
  const checks = checksOf(left)
  if (known.checks.some(checks)) return { operation: null, check: checks }
  const families = [...new Set(known.checks.map(family))]
  const names = left.includes('/') ? known.checks : [...known.groups, ...known.operations, ...families, ...known.checks]
  return fail(left, names)
}

/**
 * Which results are asked for. Patterns of one sort are alternatives; operation patterns and check patterns narrow each
 * other: `--only application.* --only auth/*` is auth on application. A `--skip` pattern takes away all that it matches.
 */
export function compileSelection(
  only: readonly string[],
  skip: readonly string[],
  known: KnownNames,
): (operationId: string, checkId: string) => boolean {
  const wanted = only.map((pattern) => compile('--only', pattern, known))
  const unwanted = skip.map((pattern) => compile('--skip', pattern, known))
  const pairs = wanted.filter((pattern) => pattern.operation && pattern.check)
  const operations = wanted.flatMap((pattern) => (pattern.operation && !pattern.check ? [pattern.operation] : []))
  const checks = wanted.flatMap((pattern) => (pattern.check && !pattern.operation ? [pattern.check] : []))
  const matches = (pattern: Pattern, operationId: string, checkId: string) =>
    (pattern.operation?.(operationId) ?? true) && (pattern.check?.(checkId) ?? true)
  const broad = (operationId: string, checkId: string) =>
    (operations.length === 0 || operations.some((match) => match(operationId))) &&
    (checks.length === 0 || checks.some((match) => match(checkId)))
  const anyBroad = wanted.length === 0 || operations.length > 0 || checks.length > 0
  return (operationId, checkId) =>
    ((anyBroad && broad(operationId, checkId)) || pairs.some((pattern) => matches(pattern, operationId, checkId))) &&
    !unwanted.some((pattern) => matches(pattern, operationId, checkId))
}
