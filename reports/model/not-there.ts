/** Operations that are not there, as one block: whole groups, the rest by name, and what to paste (docs/judgement.md, rule 4). */
import type { Report, Result } from '../../schemas/report.ts'
import { groupOf } from './words.ts'

const EXISTS = 'exists/operation'

export type NotThere = NonNullable<Report['notThere']>

/** Whether this result says that its operation is not there. */
export const isMissing = ({ check, verdict }: Result): boolean => check === EXISTS && verdict === 'fail'

/** null where every operation that was asked is there. */
export function notThereOf(results: readonly Result[]): NotThere | null {
  const missing = new Set(results.filter(isMissing).map(({ operation }) => operation))
  if (missing.size === 0) return null
  // What was not asked, or not told, does not keep a group from being missing as a whole.
  const there = new Set(
    results.flatMap(({ operation, verdict }) => (!missing.has(operation) && verdict === 'pass' ? [operation] : [])),
  )
  const groups = [...new Set([...missing].map(groupOf))].filter((group) => {
    const own = [...missing].filter((id) => groupOf(id) === group)
    return own.length > 1 && ![...there].some((id) => groupOf(id) === group)
  })
  const operations = [...missing].filter((id) => !groups.includes(groupOf(id)))
  return { count: missing.size, groups, operations, omit: [...groups.map((group) => `${group}.*`), ...operations] }
}

/** One sentence. */
export function inSentence({ count, groups, operations }: NotThere): string {
  const parts = [
    ...(groups.length > 0 ? [`the whole ${groups.length === 1 ? 'group' : 'groups'} ${groups.join(', ')}`] : []),
    ...(operations.length > 0 ? [operations.join(', ')] : []),
  ]
  return `${count.toLocaleString('en')} ${count === 1 ? 'operation is' : 'operations are'} not there: ${parts.join('; and ')}`
}

export const PASTE = 'If the target does not offer them on purpose, add to the target file:'

/** What to add to the target file, as JSON on one line. */
export const omitText = ({ omit }: NotThere): string => JSON.stringify({ omit })
