/** A load run as `touchstone load` reports it, made by hand: it ramps up, and gives way at its end. */
import type { Figures, Load } from '../../schemas/load.ts'

const WINDOWS = 30
const WINDOW_MS = 2000

const figures = (count: number, slow: number, errors: number): Figures => ({
  count,
  rate: count / (WINDOW_MS / 1000),
  p50: count === 0 ? null : 8 * slow,
  p90: count === 0 ? null : 15 * slow,
  p95: count === 0 ? null : 21 * slow,
  p99: count === 0 ? null : 44 * slow,
  max: count === 0 ? null : 90 * slow,
  errors,
  unanswered: Math.floor(errors / 3),
  ...(count === 0 ? {} : { histogram: 'HISTOGRAM' }),
})

/** The load at a window: more and more, slower and slower, with a wave in it. */
function at(window: number, share: number) {
  const count = Math.round((20 + window * 9 + 25 * Math.sin(window / 2)) * share)
  const slow = 1 + (window / 12) ** 3
  return { atMs: window * WINDOW_MS, ...figures(count, slow, window > 24 ? Math.round((window - 24) * 4 * share) : 0) }
}

const windows = (share: number) => Array.from({ length: WINDOWS }, (_, window) => at(window, share))

const operation = (share: number, limit?: number) => ({
  ...figures(Math.round(4800 * share), 3, Math.round(60 * share)),
  ...(limit === undefined ? {} : { limit: { p95: limit } }),
  series: windows(share),
})

export const load: Load = {
  scenario: 'deploy',
  profile: 'breakpoint',
  k6: '2.2.0',
  started: '2026-01-01T00:00:00.000Z',
  durationMs: WINDOWS * WINDOW_MS,
  shape: { from: 0, stages: [{ durationMs: WINDOWS * WINDOW_MS, rate: 60 }] },
  segment: null,
  journeys: { planned: 1800, begun: 1764, completed: 1741, dropped: 36 },
  invalid: null,
  gaveWay: { rate: 52.5, atMs: 50_000, why: 'more than 1 % of the requests were answered with an error' },
  cpu: 0.42,
  windowMs: WINDOW_MS,
  total: figures(4800, 3, 60),
  series: windows(1).map((point, window) => ({ ...point, planned: window * 2, begun: Math.min(window * 2, 55) })),
  operations: {
    'application.create': operation(0.2, 250),
    'application.deploy': operation(0.3, 50),
    'application.one': operation(0.4),
    'application.delete': operation(0.1),
  },
}
