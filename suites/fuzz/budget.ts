/** How many requests fuzzing takes at most, while nothing fails: what `touchstone plan` shows. */
import { isRecordKind, operations, type Operation } from '../../schemas/registry.ts'
import { SHARE } from './model.ts'
import { mutableOf, mutantsFor } from './mutants.ts'
import { isOdd, isWrong } from './operation.ts'
import { payloadsFor } from './payloads.ts'
import { racesFor } from './race.ts'

/** A create, the read that finds what it made, and its delete. */
const LIFE = 3

/**
 * What fuzzing one operation takes.
 * @param checks the ids of its fuzz checks
 * @param runs what `--fuzz` says
 */
export function fuzzRequests(
  operation: Operation,
  checks: readonly string[],
  runs: number,
  destructive: boolean,
): number {
  if (checks.length === 0) return 0
  const { method, act } = operation
  const makes = act.verb === 'makes'
  const record = isRecordKind(act.kind)
  const wants = (...some: readonly string[]) => some.some((check) => checks.includes(`fuzz/${check}`))
  const each = method === 'GET' || !record ? 1 : makes ? LIFE : 2
  const rows = isOdd(operation) ? payloadsFor(operation, runs) : 0
  const mutants = isWrong(operation) ? mutantsFor(mutableOf(operation, destructive, true), runs) : 0
  // Of a create a further field is mostly taken, and its record deleted; what is wrong as a whole is not.
  const wrong = makes && record ? 1 + Math.ceil(mutants * (destructive ? 2 : LIFE)) : mutants
  return (
    stage(operation) +
    (wants('answered', 'shown', 'altered', 'healthy') ? rows * each : 0) +
    (wants('answered', 'refused', 'lenient', 'healthy') ? wrong : 0) +
    (wants('healthy') ? (makes && record ? LIFE : 1) : 0) +
    (wants('model', 'race') ? 2 * writers(act.kind) : 0) +
    (wants('model') ? SHARE * runs + OVERSHOOT : 0) +
    (wants('race') ? racesFor(telling(act.kind), runs) * RACE : 0)
  )
}

/** The last sequence is played to its end. */
const OVERSHOOT = 40
/** Two records, what is sent at once, and the looks at them afterwards. */
const RACE = 20

/** Making what the operation is tried on, and learning what of it can be seen. */
function stage({ act, method }: Operation): number {
  if (!isRecordKind(act.kind)) return 1
  const under = act.kind === 'port' || act.kind === 'mount' ? LIFE : 0
  return under + LIFE + (act.verb === 'makes' ? 1 + LIFE : method === 'GET' ? 1 : 2)
}

const changing = (kind: string) =>
  operations.filter(
    ({ act, effect, method }) =>
      act.kind === kind && act.verb === 'changes' && effect === 'resource' && method === 'POST',
  )
const writers = (kind: string): number => changing(kind).length
const telling = (kind: string): number =>
  changing(kind).filter(({ name, body }) => name !== 'changeStatus' && (body?.fields.length ?? 0) > 1).length
