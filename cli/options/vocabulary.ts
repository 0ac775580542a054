/** Whether a vocabulary can be spoken: every word of the specification known, and one word of the target for each. */
import { UsageError } from '../../fixtures/errors.ts'
import { fieldNames, fieldWord, groupWord, operationWord, shownValues } from '../../schemas/vocabulary.ts'
import { groups, operations } from '../../schemas/registry.ts'
import type { Vocabulary } from '../../schemas/target.ts'
import { nearest } from '../../schemas/nearest.ts'

/** Each section, what one entry of it is called, and the names that it may speak of. */
const sections = [
  ['groups', 'group', Object.keys(groups)],
  ['operations', 'operation', [...new Set(operations.flatMap(({ id, name }) => [id, name]))]],
  ['fields', 'field or query parameter', fieldNames],
  ['values', 'value that the specification shows', [...shownValues.keys()]],
] as const

/** The first two of ours that the target would call the same. */
function twice(words: readonly (readonly [ours: string, theirs: string])[]): string | null {
  const taken = new Map<string, string>()
  for (const [ours, theirs] of words) {
    const other = taken.get(theirs)
    if (other !== undefined) return `'${theirs}' would stand for both ${other} and ${ours}`
    taken.set(theirs, ours)
  }
  return null
}

/** @throws UsageError that names the word which maps nothing or maps two ways */
export function checkVocabulary(vocabulary: Vocabulary, place: string): void {
  for (const [section, one, known] of sections) {
    for (const [ours, theirs] of Object.entries(vocabulary[section] ?? {})) {
      if (!known.includes(ours))
        throw new UsageError(`${place}, vocabulary.${section}: there is no ${one} '${ours}'; ${nearest(ours, known)}`)
      if (section !== 'values' && !/^[^\s/?#"\\]+$/.test(theirs))
        throw new UsageError(`${place}, vocabulary.${section}.${ours}: '${theirs}' is no single word; give one`)
    }
  }
  const clashes: readonly (readonly [section: string, clash: string | null])[] = [
    ['groups', twice(Object.keys(groups).map((group) => [group, groupWord(vocabulary, group)]))],
    ['operations', twice(operations.map((one) => [one.id, operationWord(vocabulary, one)]))],
    ['fields', twice(fieldNames.map((name) => [name, fieldWord(vocabulary, name)]))],
    ['values', twice([...shownValues.keys()].map((value) => [value, vocabulary.values?.[value] ?? value]))],
  ]
  for (const [section, clash] of clashes)
    if (clash !== null)
      throw new UsageError(`${place}, vocabulary.${section}: ${clash}; give each of them a word of its own`)
}
