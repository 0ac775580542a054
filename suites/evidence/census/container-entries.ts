/** What a list of containers shows of those of one record. */
import { isDeepStrictEqual } from 'node:util'
import { objectsIn } from '../../../fixtures/payload/find.ts'
import { textsIn } from '../../../fixtures/payload/texts-in.ts'

type Entry = Readonly<Record<string, unknown>>

/** The containers of one record, as one list shows them. */
export type Entries = readonly Entry[]

/** A field of a container that showed one word, and then another. */
interface Move {
  readonly field: string
  readonly from: string
  readonly to: string
}

/** Whether one of the texts of a value holds this one. */
export const saysPart = (value: unknown, part: string): boolean => textsIn(value).some((text) => text.includes(part))

/** Those that name a record, and not one whose name begins with its own; all containers where no name is given. */
export const entriesOf = (list: unknown, name = '', longer?: string): Entries =>
  objectsIn(list).filter((entry) => {
    const isLonger = longer !== undefined && saysPart(entry, longer)
    return typeof entry['containerId'] === 'string' && saysPart(entry, name) && !isLonger
  })

const sameAs = (entry: Entry) => (other: Entry) => other['containerId'] === entry['containerId']

/** Words move when something is done; how long a container is up moves by itself. */
const isWord = (value: unknown): value is string => typeof value === 'string' && /^[a-z]+$/i.test(value)

/** What moved on containers that both lists show. */
export const movesOf = (before: Entries, after: Entries): readonly Move[] =>
  before.flatMap((was) => {
    const is = after.find(sameAs(was))
    return Object.entries(was).flatMap(([field, from]) => {
      const to = is?.[field]
      return isWord(from) && isWord(to) && from !== to ? [{ field, from, to }] : []
    })
  })

/**
 * What became of the containers of a record, in words: none of them is listed, or one moved as containers of another record did.
 * Undefined: nothing that a request about the other record would tell.
 */
export function changeOf(before: Entries, after: Entries, ofOther: readonly Move[]): string | undefined {
  if (before.length > 0 && after.length === 0) return 'the other container is no longer listed'
  const move = movesOf(before, after).find((one) => ofOther.some((other) => isDeepStrictEqual(one, other)))
  return move && `${move.field} of the other container is ${move.to}, as of its own; before: ${move.from}`
}
