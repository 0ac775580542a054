/** How the connection to the target fared, where it gave trouble: no fault of any operation. */
import type { Report } from '../../schemas/report.ts'
import { plural } from './headline.ts'

const countIn = (value: object, name: string): number => {
  const count: unknown = name in value ? Object.entries(value).find(([key]) => key === name)?.[1] : 0
  return typeof count === 'number' ? count : 0
}

/** A sentence each; none where nothing went wrong. */
export function connectionLines({ observed }: Pick<Report, 'observed'>): readonly string[] {
  const { connection } = observed
  if (typeof connection !== 'object' || connection === null) return []
  const sentence = (name: string, words: (count: number) => string) => {
    const count = countIn(connection, name)
    return count > 0 ? [words(count)] : []
  }
  const parts = [
    ...sentence(
      'cut',
      (count) => `${plural(count, 'connection was', 'connections were')} reset or closed under a request`,
    ),
    ...sentence('refused', (count) => `${plural(count, 'connection was', 'connections were')} refused`),
    ...sentence('unanswered', (count) => `${plural(count, 'request')} got no whole response`),
  ]
  const { busy, lockedOut } = {
    busy: countIn(connection, 'busy'),
    lockedOut: 'lockedOut' in connection && connection.lockedOut,
  }
  const seconds = Math.ceil(countIn(connection, 'busyMs') / 1000)
  return [
    ...(parts.length === 0 ? [] : [`the connection: ${parts.join(', ')}`]),
    ...(busy > 0
      ? [
          `the target answered 429 (too many requests) ${plural(busy, 'time')}, and ${plural(seconds, 'second')} were waited; ` +
            `--rate or limits.requestsPerSecond asks more slowly`,
        ]
      : []),
    ...(lockedOut === true
      ? ['the target refused the right token after wrong ones; limits.badTokens says how many it bears']
      : []),
  ]
}

/** The interrupted runs whose results are kept, a sentence each. */
export const resumedLines = ({ resumed = [] }: Pick<Report, 'resumed'>): readonly string[] =>
  resumed.map(
    ({ run, started, results }) =>
      `${plural(results, 'result')} kept from run ${run} of ${started}, which was interrupted`,
  )
