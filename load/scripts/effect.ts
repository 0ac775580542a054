/** Whether what a journey did had an effect: the status that its reads show, held against what they showed at rest. */
import type { Exchange, Iteration } from './iteration.ts'
import type { Breach } from './line.ts'
import { plan } from './settings.ts'

const statusKey = JSON.stringify(plan.statusField)

/** The status that a response shows; '' where it shows none. */
function statusIn(text: string): string {
  const at = text.indexOf(statusKey)
  if (at < 0) return ''
  const begin = at + statusKey.length
  // Nearly all targets write no blanks, and k6 runs patterns slowly.
  if (text.startsWith(':"', begin)) return text.slice(begin + 2, text.indexOf('"', begin + 2))
  return /^\s*:\s*"([^"]*)"/.exec(text.slice(begin, at + 100))?.[1] ?? ''
}

/** Whether a read shows the status that it showed at rest, or none is known of it. */
export function isAsAtRest(iteration: Iteration, exchange: Exchange): boolean {
  const { step, text } = exchange
  const due = step.cause < 0 ? undefined : iteration.known?.[step.read]
  if (due === undefined) return true
  // Looked for where it stands: to take it out of the text takes k6 twice as long.
  const at = text.indexOf(statusKey)
  if (at >= 0 && text.startsWith(`:"${due}"`, at + statusKey.length)) {
    exchange.shown = due
    return true
  }
  return (exchange.shown = statusIn(text)) === due
}

/** What a read shows of what was done before it, held against what it showed at rest; null: that says nothing. */
export function effectIn(iteration: Iteration, exchange: Exchange): Breach | 'moved' | null {
  const { known, statuses, fine } = iteration
  // A journey whose statuses were not the same each time at rest is not asked again.
  if (known === null) return null
  const { read, cause: by } = exchange.step
  const status = exchange.shown || statusIn(exchange.text)
  statuses[read] = status
  iteration.fine = true
  const before = statuses[read - 1]
  // What the last read showed otherwise than at rest may have been so for a request that was rejected.
  if (by < 0 || !fine || !known || before !== known[read - 1] || known[read] === before) return null
  if (status !== before) return 'moved'
  iteration.fine = fine
  const got = `'${status}' still, after ${iteration.journey.steps[by]?.operation} answered success`
  return { check: 'effect', expected: `a status other than '${before}', as at rest`, got, yet: true, by }
}
