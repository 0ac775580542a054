/** Texts that are nearly an identifier: only a careless look-up finds the record by them. */

const pattern = (id: string) => `${id.slice(0, -1)}%`
const piece = (id: string) => `${id}' AND 'a'='a`
const beginning = (id: string) => id.slice(0, -2)
const otherCase = (id: string) => (id === id.toUpperCase() ? id.toLowerCase() : id.toUpperCase())

/** UUIDs, ULIDs and hexadecimal digits are numbers, which have no case. */
const isCaseless = (id: string) =>
  otherCase(id) === id || /^[\da-f-]+$/i.test(id) || /^[\dA-HJKMNP-TV-Z]{26}$/i.test(id)

/** The same in the other case, where case may tell one secret from another; null where it can't. */
export const inOtherCase = (secret: string): string | null =>
  hasBothCases(secret) && !isCaseless(secret) ? otherCase(secret) : null

/** Whether capital and small letters stand in an identifier, so that their case tells one from another. */
export const hasBothCases = (id: string): boolean => id !== id.toLowerCase() && id !== id.toUpperCase()

/** A query finds the record by them where it looks for a pattern, or is put together as text. */
export const near = (id: string): readonly string[] => [pattern(id), piece(id)]

const turns = [beginning, pattern, otherCase] as const

/** How many of the forms a read is asked with. */
export const FORMS_EACH = 2

const usableOf = (id: string) =>
  turns.filter((form) => form !== otherCase || !isCaseless(id)).filter((form) => form(id).length >= 4)

/** How many forms there are of an identifier; no read is asked with all of them. */
export const nearForms = (id: string): number => 1 + usableOf(id).length

/** The piece of a query, which nobody may let in, and the form of this turn; reads of other kinds take the other turns. */
export function nearInTurns(id: string, turn: number): readonly string[] {
  const usable = usableOf(id)
  return [piece(id), usable[turn % usable.length]?.(id) ?? pattern(id)]
}

export const IN_OTHER_LETTERS = 'an identifier in other letters'

/** What a text is to an identifier that it is nearly, in words. */
export function nearness(asked: string, id: string): string {
  if (asked === pattern(id)) return 'a pattern'
  if (asked === piece(id)) return 'a piece of a query'
  return asked.length < id.length ? 'the beginning of an identifier' : IN_OTHER_LETTERS
}
