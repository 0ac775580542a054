/** Times as histograms: percentiles are taken of them, and they can be joined, which percentiles cannot. */
import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js'
import type { Figures } from '../../../schemas/load.ts'

/** Longer than any response may take: an hour, in microseconds. */
const LONGEST = 3_600_000_000

export function histogramOf(micros: readonly number[]): Histogram {
  const histogram = build({ numberOfSignificantValueDigits: 3, highestTrackableValue: LONGEST, useWebAssembly: false })
  for (const one of micros) histogram.recordValue(Math.min(LONGEST, Math.max(1, Math.round(one))))
  return histogram
}

/** What was counted of requests besides their times. */
export interface Counted {
  readonly count: number
  readonly errors: number
  readonly unanswered: number
}

/**
 * @param seconds the time over which the requests were sent
 * @param slowest of them, in microseconds, where that is known better than the histogram tells
 */
export function figuresOf(
  histogram: Histogram,
  counted: Counted,
  seconds: number,
  slowest = histogram.maxValue,
): Figures {
  const { count, errors, unanswered } = counted
  const rate = seconds > 0 ? count / seconds : 0
  const empty = histogram.totalCount === 0
  // A percentile is told as the end of its bucket, which may lie beyond the slowest answer.
  const ms = (micros: number) => (empty ? null : Math.min(Math.round(micros), slowest) / 1000)
  const at = (percentile: number) => ms(histogram.getValueAtPercentile(percentile))
  return {
    count,
    rate: Math.round(rate * 1000) / 1000,
    p50: at(50),
    p90: at(90),
    p95: at(95),
    p99: at(99),
    max: ms(slowest),
    errors,
    unanswered,
    ...(empty ? {} : { histogram: encodeIntoCompressedBase64(histogram) }),
  }
}

/** Figures of several loads that ran at the same time, as those of one. */
export function joinFigures(parts: readonly Figures[], seconds: number): Figures {
  const whole = histogramOf([])
  for (const { histogram } of parts)
    if (histogram !== undefined) whole.add(decodeFromCompressedBase64(histogram, 32, false))
  const sum = (of: (part: Figures) => number) => parts.reduce((total, part) => total + of(part), 0)
  const counted = {
    count: sum(({ count }) => count),
    errors: sum(({ errors }) => errors),
    unanswered: sum(({ unanswered }) => unanswered),
  }
  const slowest = Math.max(0, ...parts.map(({ max }) => (max ?? 0) * 1000))
  return figuresOf(whole, counted, seconds, slowest)
}

/** The average of what a histogram holds, in microseconds. */
export const meanOf = (histogram: string): number => decodeFromCompressedBase64(histogram, 32, false).mean
