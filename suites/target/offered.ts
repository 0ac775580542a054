/** Which operations a target offers, and a run may send to. */
import { operationsOf } from '../../schemas/pattern.ts'
import { isRecordKind, lifeOf, operations, type Operation } from '../../schemas/registry.ts'
import { OMITTED } from '../../schemas/report.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { Inconclusive } from '../claim/finding.ts'

/** Why a run may send nothing at all to an operation; null: it may. */
export function forbidden(operation: Operation, options: Pick<RunOptions, 'allow' | 'target'>): string | null {
  const isOmitted = ({ id }: Operation) => options.target.omit.some((pattern) => operationsOf(pattern)(id))
  if (isOmitted(operation)) return OMITTED
  const { act, effect } = operation
  const remove = act.verb === 'makes' && isRecordKind(act.kind) ? lifeOf(act.kind).remove : undefined
  if (remove && isOmitted(remove)) return `the target file omits ${remove.id}, and what can’t be deleted is not made`
  if (effect === 'read' || effect === 'resource' || options.allow.includes(effect)) return null
  return `it needs --allow ${effect}`
}

/** Why a run may send nothing to an operation, by each of them. */
export const allForbidden = (options: Pick<RunOptions, 'allow' | 'target'>): ReadonlyMap<Operation, string> =>
  new Map(
    operations.flatMap((one) => {
      const why = forbidden(one, options)
      return why === null ? [] : [[one, why] as const]
    }),
  )

/** What is said of evidence that needs the response of an operation to which nothing is sent. */
export const leftOut = ({ id }: Operation, why: string): Inconclusive =>
  new Inconclusive(
    `this needs ${id}, to which nothing is sent: ${why}`,
    `${id} among the operations that the run may call`,
  )
