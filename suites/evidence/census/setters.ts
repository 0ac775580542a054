/** What sets fields of a record that its create does not list. */
import { takesEnvironment } from '../../../fixtures/payload/fuzz/payload.ts'
import { subjectField } from '../../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../../schemas/operation.ts'
import { lifeOf, operations, type Operation } from '../../../schemas/registry.ts'
import { naturalField } from '../requests/stimuli.ts'
import { shownAs } from './shown-in.ts'

/** The fields that an operation sets on a record under their own names. */
export const fieldsOf = (operation: Operation): readonly string[] =>
  (operation.body?.fields ?? [])
    .map(({ name }) => name)
    .filter((name) => name !== subjectField(operation) && name !== 'appName')

/** What sets fields of a kind that its create does not list: without a value of theirs, nothing shows that they are lost. */
export const setters = (kind: string): readonly Operation[] =>
  operations.filter((one) => {
    const { act, effect } = one
    if (act.kind !== kind || act.verb !== 'changes' || effect !== 'resource' || act.aspect !== undefined) return false
    const fields = fieldsOf(one)
    return fields.length > 0 && fields.every((name) => shownAs[name] === undefined)
  })

/** What sets the environment of a kind, which it does not list. */
export const environments = (kind: string): readonly Operation[] =>
  operations.filter((one) => one.act.kind === kind && takesEnvironment(one))

/** What gives a record of a kind another name. */
export const renames = (kind: string): readonly Operation[] =>
  operations.filter(
    (one) =>
      one.act.kind === kind && one.act.verb === 'changes' && one.effect === 'resource' && naturalField(one) === 'name',
  )

/** Those of them that set what a record has no value of once it is made. */
export const settersAfterCreate = (kind: RecordKind): readonly Operation[] => {
  const given = new Set(lifeOf(kind).create.body?.fields.map(({ name }) => name))
  return setters(kind).filter((one) => fieldsOf(one).some((name) => !given.has(name)))
}
