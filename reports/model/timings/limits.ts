/** Whether a load kept the limits that the target file sets it: of one operation, of a group, or of all that was sent. */
import type { Figures, Load, LoadLimit } from '../../../schemas/load.ts'
import type { Result } from '../../../schemas/report.ts'
import { joinFigures } from './histogram.ts'
import { limitClaims, type LimitCheck } from './limit-claims.ts'

type Measured = Pick<Load, 'operations' | 'durationMs' | 'limits'>

/** The operations that a limit is about, of those that were sent to. */
export const coveredBy = ({ about, name }: LoadLimit, operations: readonly string[]): readonly string[] =>
  operations.filter((id) => about === 'scenario' || id === name || (about === 'group' && id.startsWith(`${name}.`)))

/** What a limit is called in results: an operation by its id, a group with an asterisk, a scenario by its name. */
export const subjectOf = ({ about, name }: LoadLimit): string => (about === 'group' ? `${name}.*` : name)

const round = (value: number) => Math.round(value * 100) / 100

/** Held against one figure: the limit, what was measured, and whether that keeps it. */
interface Held {
  readonly limit: string
  readonly got: string
  readonly keeps: boolean
}

const shares = { p50: '50 of 100', p90: '90 of 100', p95: '95 of 100', p99: '99 of 100', max: 'all' } as const

function heldOf(check: LimitCheck, limit: LoadLimit, figures: Figures, seconds: number): readonly Held[] {
  const { count, errors } = figures
  if (check === 'load/errors' && limit.errors !== undefined) {
    const share = count === 0 ? 0 : (errors / count) * 100
    const got = `${round(share)} % (${errors} of ${count})`
    return [{ limit: `at most ${limit.errors} % errors`, got, keeps: share <= limit.errors }]
  }
  if (check === 'load/rate' && limit.rate !== undefined) {
    const rate = (count - errors) / seconds
    return [{ limit: `${limit.rate} successes a second`, got: `${round(rate)} a second`, keeps: rate >= limit.rate }]
  }
  if (check !== 'load/latency') return []
  return Object.entries(limit.latency ?? {}).map(([name, most]) => {
    const at = name as keyof typeof shares
    const ms = figures[at]
    const got = `${shares[at]} within ${ms ?? '-'} ms, of ${count}`
    return { limit: `${shares[at]} responses within ${most} ms`, got, keeps: ms !== null && ms <= most }
  })
}

function resultOf(check: LimitCheck, limit: LoadLimit, load: Measured): readonly Result[] {
  const seconds = load.durationMs / 1000
  const ids = coveredBy(limit, Object.keys(load.operations))
  const [first, ...rest] = ids.flatMap((id) => load.operations[id] ?? [])
  if (!first) return []
  const figures = rest.length === 0 ? first : joinFigures([first, ...rest], seconds)
  const held = heldOf(check, limit, figures, seconds)
  if (held.length === 0) return []
  const operation = subjectOf(limit)
  const about = { id: `${operation} ${check}`, operation, check, clause: 'NS-1', durationMs: 0, evidence: [] }
  const claim = limitClaims[check]
  if (figures.count === figures.unanswered && check === 'load/latency') {
    const reason = 'nothing was answered under load'
    return [{ ...about, verdict: 'inconclusive', message: `Inconclusive: ${reason}`, reason }]
  }
  const said = (which: readonly Held[], of: 'limit' | 'got') => which.map((one) => one[of]).join('; ')
  const broken = held.filter(({ keeps }) => !keeps)
  if (broken.length === 0)
    return [
      { ...about, verdict: 'pass', message: `${claim}: ${said(held, 'got')}, and ${said(held, 'limit')} allowed` },
    ]
  const [expected, got] = [said(broken, 'limit'), said(broken, 'got')]
  return [{ ...about, verdict: 'warn', message: `${claim}: got ${got}`, expected, got }]
}

/** A result for each limit, held against all that was measured. */
export const limitResults = (load: Measured): readonly Result[] =>
  (load.limits ?? []).flatMap((limit) =>
    (Object.keys(limitClaims) as LimitCheck[]).flatMap((check) => resultOf(check, limit, load)),
  )
