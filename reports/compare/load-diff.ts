/** What is otherwise in the figures of a newer load than in those of an older one. */
import type { Figures, Load, Point } from '../../schemas/load.ts'
import type { Report } from '../../schemas/report.ts'
import { pValue, standing } from '../model/timings/significance.ts'
import { diffOf, type Diff } from './diff.ts'

/** Loads that can't be compared; the message says why. */
export class Unlike extends Error {}

export const metrics = ['p50', 'p95', 'p99', 'errors'] as const
export type Metric = (typeof metrics)[number]

/** One metric of one operation: milliseconds, or percent of requests that were errors. */
export interface Compared {
  readonly metric: Metric
  readonly was: number | null
  readonly is: number | null
  /** In percent of what was; of `errors`, in percentage points. null where one side has none. */
  readonly change: number | null
  /** How likely slices as different as these are by chance; null: too few slices to tell. */
  readonly p: number | null
  /** Beyond the tolerance, and no chance. */
  readonly worse: boolean
  readonly better: boolean
}

export interface LoadDiff {
  readonly findings: Diff
  /** Percent. */
  readonly tolerance: number
  readonly rows: readonly { readonly operation: string; readonly compared: readonly Compared[] }[]
  /** Operations of which too few slices were answered in either load. */
  readonly tooFew: readonly string[]
  readonly worse: number
  readonly better: number
}

/** The whole series of tests may say 'worse' of what is the same in so many of a hundred comparisons at most. */
const LEVEL = 0.01
/** Smaller differences are those of a clock and a scheduler, in milliseconds; and of single errors, in percentage points. */
const LEAST_MS = 1
const LEAST_POINTS = 1

const valueOf = (metric: Metric, figures: Figures): number | null =>
  metric === 'errors' ? (figures.count === 0 ? null : (figures.errors / figures.count) * 100) : figures[metric]

const slices = (metric: Metric, series: readonly Point[]): readonly number[] =>
  series.flatMap((point) => (point.count === 0 ? [] : (valueOf(metric, point) ?? [])))

type Side = Figures & { readonly series: readonly Point[] }

interface Asked {
  readonly operation: string
  readonly metric: Metric
  readonly was: number | null
  readonly is: number | null
  readonly up: number | null
  readonly down: number | null
}

const ask = (operation: string, metric: Metric, older: Side, newer: Side): Asked => {
  const [before, after] = [slices(metric, older.series), slices(metric, newer.series)]
  return {
    operation,
    metric,
    was: valueOf(metric, older),
    is: valueOf(metric, newer),
    up: pValue(before, after),
    down: pValue(after, before),
  }
}

function beyond({ metric, was, is }: Asked, tolerance: number): 'up' | 'down' | null {
  if (was === null || is === null) return null
  const change = Math.abs(is - was)
  const least = metric === 'errors' ? LEAST_POINTS : LEAST_MS
  const relative = was === 0 ? Infinity : (change / was) * 100
  return change > least && relative > tolerance ? (is > was ? 'up' : 'down') : null
}

function changeOf({ metric, was, is }: Asked): number | null {
  if (was === null || is === null) return null
  if (metric === 'errors') return is - was
  return was === 0 ? null : ((is - was) / was) * 100
}

function refuse(older: Load, newer: Load): void {
  if (older.scenario !== newer.scenario) throw new Unlike(`their scenarios are ${older.scenario} and ${newer.scenario}`)
  if (older.profile !== newer.profile) throw new Unlike(`their profiles are ${older.profile} and ${newer.profile}`)
  if (older.durationMs !== newer.durationMs)
    throw new Unlike(`they lasted ${older.durationMs / 1000} s and ${newer.durationMs / 1000} s`)
  const heights = [older, newer].map(({ shape }) => Math.max(shape.from, ...shape.stages.map(({ rate }) => rate)))
  const [a = 0, b = 0] = heights
  if (Math.abs(a - b) > 0.02 * Math.max(a, b)) throw new Unlike('their rates differ')
  const invalid = older.invalid ?? newer.invalid
  if (invalid !== null) throw new Unlike(`one of them is no result: ${invalid}`)
}

/**
 * @param tolerance by how many percent a figure may be worse
 * @throws Unlike where the loads were not the same, or one of them is no result
 */
export function loadDiff(
  older: Report & { readonly load: Load },
  newer: Report & { readonly load: Load },
  tolerance: number,
): LoadDiff {
  refuse(older.load, newer.load)
  const shared = Object.keys(newer.load.operations).filter((id) => id in older.load.operations)
  const sides = (load: Load): readonly (readonly [string, Side])[] => [
    ['all', { ...load.total, series: load.series }],
    ...shared.flatMap((id) => {
      const side = load.operations[id]
      return side ? [[id, side] as const] : []
    }),
  ]
  const before = new Map(sides(older.load))
  const asked = sides(newer.load).flatMap(([id, is]) => {
    const was = before.get(id)
    return was ? metrics.map((metric) => ask(id, metric, was, is)) : []
  })
  const up = standing(
    asked.map((one) => one.up),
    LEVEL,
  )
  const down = standing(
    asked.map((one) => one.down),
    LEVEL,
  )
  const judgements = asked.map((one, at) => {
    const way = beyond(one, tolerance)
    const compared: Compared = {
      metric: one.metric,
      was: one.was,
      is: one.is,
      change: changeOf(one),
      p: way === 'down' ? one.down : one.up,
      worse: way === 'up' && up[at] === true,
      better: way === 'down' && down[at] === true,
    }
    return { operation: one.operation, compared }
  })
  const rows = [...Map.groupBy(judgements, ({ operation }) => operation)].map(([operation, all]) => ({
    operation,
    compared: all.map(({ compared }) => compared),
  }))
  const findings = diffOf(older, newer)
  const count = (of: 'worse' | 'better') => judgements.filter(({ compared }) => compared[of]).length + findings[of]
  return {
    findings,
    tolerance,
    rows,
    tooFew: rows.filter(({ compared }) => compared.every(({ p }) => p === null)).map(({ operation }) => operation),
    worse: count('worse'),
    better: count('better'),
  }
}
