/** What a report needs to know of checks and clauses to speak of them. */
export interface Words {
  /** What a check claims; undefined for one that is not known. */
  claim(check: string): string | undefined
  /** What a clause says, in our words. */
  says(clause: string): string | undefined
}

/** The part of a check's id before its first slash. */
export const familyOf = (check: string): string => check.split('/', 1)[0] ?? check

export const groupOf = (operation: string): string => operation.split('.', 1)[0] ?? operation

export const levels = ['MUST', 'SHOULD', 'MAY'] as const
export type Level = (typeof levels)[number]

/** The level that a claim states with its first word; null for a claim that is not known. */
export function levelOf(claim: string | undefined): Level | null {
  return levels.find((level) => claim?.startsWith(level)) ?? null
}
