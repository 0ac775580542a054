/** Joins what the parts of one load measured: histograms are added up, and percentiles are taken of the sum. */
import type { Figures, Load, LoadPoint, OperationLoad, Point } from '../../schemas/load.ts'
import { joinFigures } from '../model/timings/histogram.ts'

const none: Figures = {
  count: 0,
  rate: 0,
  p50: null,
  p90: null,
  p95: null,
  p99: null,
  max: null,
  errors: 0,
  unanswered: 0,
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Why loads are not parts of one; null: they may be. */
export function unlike(loads: readonly Load[]): string | null {
  const [first, ...rest] = loads
  if (!first) return null
  for (const other of rest) {
    if (other.scenario !== first.scenario) return `their scenarios are ${first.scenario} and ${other.scenario}`
    if (other.profile !== first.profile) return `their profiles are ${first.profile} and ${other.profile}`
    if (JSON.stringify(other.shape) !== JSON.stringify(first.shape)) return 'their shapes (rate and duration) differ'
  }
  const segments = loads.map(({ segment }) => segment ?? 'the whole load')
  const twice = segments.find((segment, at) => segments.indexOf(segment) !== at)
  return twice === undefined ? null : `two of them are ${twice}`
}

/** Windows of the parts, each with those of the same time. */
function joinSeries<P extends Point>(
  parts: readonly (readonly P[])[],
  load: Load,
): { point: Point; parts: readonly P[] }[] {
  const count = Math.ceil(load.durationMs / load.windowMs)
  return Array.from({ length: count }, (_, window) => {
    const atMs = window * load.windowMs
    const there = parts.flatMap((series) => series.filter((point) => point.atMs === atMs))
    const seconds = (Math.min(load.durationMs, atMs + load.windowMs) - atMs) / 1000
    return { point: { atMs, ...joinFigures(there, seconds) }, parts: there }
  })
}

function joinOperation(id: string, loads: readonly Load[], first: Load): OperationLoad {
  const parts = loads.flatMap(({ operations }) => operations[id] ?? [])
  const limit = parts.find((part) => part.limit)?.limit
  return {
    ...(parts.length === 0 ? none : joinFigures(parts, first.durationMs / 1000)),
    ...(limit ? { limit } : {}),
    series: joinSeries(
      parts.map(({ series }) => series),
      first,
    ).map(({ point }) => point),
  }
}

/** Parts that ran at the same time, as one. There is at least one. */
export function joinLoads(loads: readonly [Load, ...Load[]]): Load {
  const [first] = loads
  const ids = [...new Set(loads.flatMap(({ operations }) => Object.keys(operations)))]
  const journeys = (of: keyof Load['journeys']) => sum(loads.map((load) => load.journeys[of]))
  const series: LoadPoint[] = joinSeries(
    loads.map((load) => load.series),
    first,
  ).map(({ point, parts }) => ({
    ...point,
    planned: sum(parts.map(({ planned }) => planned)),
    begun: sum(parts.map(({ begun }) => begun)),
  }))
  const cpus = loads.flatMap(({ cpu }) => (cpu === null ? [] : [cpu]))
  const segments = loads.flatMap(({ segment }) => segment ?? [])
  const together = loads.flatMap((load) => load.together ?? [])
  const gave = loads.flatMap(({ gaveWay }) => gaveWay ?? []).toSorted((a, b) => a.atMs - b.atMs)
  return {
    ...first,
    k6: [...new Set(loads.map(({ k6 }) => k6))].join(', '),
    started: loads.map(({ started }) => started).toSorted()[0] ?? first.started,
    segment: segments.length === 0 ? null : segments.join(','),
    // Each part walked them for itself.
    ...(together.length === 0 ? {} : { together: Math.max(...together) }),
    journeys: {
      planned: journeys('planned'),
      begun: journeys('begun'),
      completed: journeys('completed'),
      dropped: journeys('dropped'),
    },
    invalid: loads.map(({ invalid }) => invalid).find((invalid) => invalid !== null) ?? null,
    ...(first.gaveWay === undefined ? {} : { gaveWay: gave[0] ?? null }),
    cpu: cpus.length === 0 ? null : Math.max(...cpus),
    total: joinFigures(
      loads.map(({ total }) => total),
      first.durationMs / 1000,
    ),
    series,
    operations: Object.fromEntries(ids.map((id) => [id, joinOperation(id, loads, first)])),
  }
}
