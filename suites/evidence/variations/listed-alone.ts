/** The listed fields alone, where `sample` adds others. */
import type { Operation } from '../../../schemas/registry.ts'
import type { Target } from '../../../schemas/target.ts'
import type { Variation } from './variation.ts'

/** The fields that `sample` adds to those that are listed. */
export const addedBySample = ({ id, body }: Operation, { sample }: Pick<Target, 'sample'>): readonly string[] =>
  body === null ? [] : Object.keys(sample[id] ?? {}).filter((name) => !body.fields.some((field) => field.name === name))

/** The valid request with the listed fields alone, where it has others by `sample` (docs/judgement.md, rule 17). */
export function listedAlone(operation: Operation, target: Pick<Target, 'sample'>): readonly Variation[] {
  const added = addedBySample(operation, target)
  if (added.length === 0) return []
  const body = Object.fromEntries(added.map((name) => [name, undefined]))
  return [{ family: 'listed-suffice', of: added.join(', '), kind: ALONE, about: 'secondary', call: { body } }]
}
/** The kind of the variation that leaves out what `sample` adds. */
export const ALONE = 'the listed fields alone'
