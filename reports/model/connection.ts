/** How the connection to the target fared, where it gave trouble: no fault of any operation. */
import type { Report } from '../../schemas/report.ts'
import { plural } from './headline.ts'

const countIn = (value: object, name: string): number => {
  const count: unknown = name in value ? Object.entries(value).find(([key]) => key === name)?.[1] : 0
  return typeof count === 'number' ? count : 0
}

/** One sentence; null where nothing went wrong. */
export function connectionTold({ observed }: Pick<Report, 'observed'>): string | null {
  const { connection } = observed
  if (typeof connection !== 'object' || connection === null) return null
  const told = (name: string, words: (count: number) => string) => {
    const count = countIn(connection, name)
    return count > 0 ? [words(count)] : []
  }
  const parts = [
    ...told('cut', (count) => `${plural(count, 'connection was', 'connections were')} reset or closed under a request`),
    ...told('refused', (count) => `${plural(count, 'connection was', 'connections were')} refused`),
    ...told('unanswered', (count) => `${plural(count, 'request')} got no whole answer`),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}
