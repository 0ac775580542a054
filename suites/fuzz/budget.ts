/** How many requests fuzzing takes at most, while nothing fails: what `touchstone plan` shows. */
import { oddFields } from '../../fixtures/payload/fuzz/payload.ts'
import { preparing } from '../scene/prepare.ts'
import { isRecordKind, lifeOf, operations, type Operation } from '../../schemas/registry.ts'
import type { Target } from '../../schemas/target.ts'
import { isListedFirst } from '../evidence/listings.ts'
import { naturalField } from '../evidence/stimuli.ts'
import { shareOf } from './model.ts'
import { mutableOf, mutantsFor, SHARE as MUTANTS_SHARE } from './mutants.ts'
import { isWrong } from './operation.ts'
import { payloadsFor } from './payloads.ts'
import { examples, MOST, SHARE as RACES_SHARE } from './race.ts'
import { isSetting } from './setting.ts'

/** A create, the read that finds what it made, and its delete; before a create that no text tells, a list. */
const lifeCost = ({ act }: Operation, target: Pick<Target, 'lookup'>): number =>
  isRecordKind(act.kind) && isListedFirst(lifeOf(act.kind).create, target) ? 4 : 3
/** Under what ports and mounts stand. */
const PARENT = 3

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
  target: Pick<Target, 'sample' | 'lookup' | 'prepare'>,
): number {
  if (checks.length === 0) return 0
  const { method, act } = operation
  const life = lifeCost(operation, target)
  const makes = act.verb === 'makes'
  const record = isRecordKind(act.kind)
  const wants = (...some: readonly string[]) => some.some((check) => checks.includes(`fuzz/${check}`))
  const each = makes && record ? life : method === 'POST' && (record || isSetting(operation)) ? 2 : 1
  const rows = payloadsFor(operation, target, runs)
  const mutants = isWrong(operation) ? mutantsFor(mutableOf(operation, destructive, true), runs) : 0
  // Of a create a further field is mostly taken, and its record deleted; what is wrong as a whole is not.
  const wrong =
    makes && record
      ? 1 + Math.ceil(mutants * (destructive ? life - 1 : life))
      : mutants +
        (method === 'POST' && oddFields(operation, target.sample[operation.id]).length > 0
          ? LOOKS + Math.ceil(runs / MUTANTS_SHARE)
          : 0)
  return (
    stage(operation, life, target) +
    (wants('answered', 'shown', 'altered', 'healthy') ? rows * each : 0) +
    (wants('answered', 'refused', 'lenient', 'healthy') ? wrong : 0) +
    (wants('healthy') ? (makes && record ? life : 1) : 0) +
    (wants('model', 'race') ? 2 * writers(act.kind) : 0) +
    (wants('model') ? shareOf(telling(act.kind)) * runs + OVERSHOOT : 0) +
    (wants('race') ? raceRequests(racing(act.kind), runs, life) : 0)
  )
}

/** At the record that wrong updates are tried on: at first and in the end, and after most entries of the seed corpus. */
const LOOKS = 8
/** The last step of the last sequence, and the looks at all that it made. */
const OVERSHOOT = 24
/** Two reads, two writes back and reads, the valid request, two looks and a write, and what puts it back. */
const SETTING = 12
/** Of a race: two records, what is sent at once, and a look at each; most where all that is sent are creates. */
const racers = (life: number): number => 2 * life + 2 + MOST * (life + 1)
const raceRequests = (writers: number, runs: number, life: number): number => {
  const known = examples(writers).map((race) =>
    race.reduce((sum, { what }) => sum + (what === 'create' ? life + 1 : 1), 2 * life + 2),
  )
  const random = Math.max(0, Math.ceil(runs / RACES_SHARE) - known.length)
  return known.reduce((sum, one) => sum + one, random * racers(life))
}

/** Making what the operation is tried on, and learning what of it can be seen. */
function stage(operation: Operation, life: number, target: Pick<Target, 'prepare'>): number {
  const { act, method } = operation
  if (isSetting(operation)) return SETTING
  if (!isRecordKind(act.kind)) return 1
  const prepared = preparing(act.kind, target)
  const under = act.kind === 'port' || act.kind === 'mount' ? PARENT + preparing('application', target) : 0
  // With all that it may take besides, and the read of it.
  const further = naturalField(operation) === null ? 0 : 2
  return under + further + life + prepared + (act.verb === 'makes' ? 1 + life + prepared : method === 'GET' ? 1 : 2)
}

const changing = (kind: string) =>
  operations.filter(
    ({ act, effect, method }) =>
      act.kind === kind && act.verb === 'changes' && effect === 'resource' && method === 'POST',
  )
const writers = (kind: string): number => changing(kind).length
const tells = ({ act, body }: Operation): boolean => act.aspect !== 'status' && (body?.fields.length ?? 0) > 1
const telling = (kind: string): number => changing(kind).filter(tells).length
/** Those of which a read shows what they write, a field that they naturally take among it. */
const racing = (kind: string): number => changing(kind).filter((one) => tells(one) || naturalField(one) !== null).length
