/** Whether a target becomes slower while the rate stays: what leaks shows in time. */
import type { Load, LoadPoint } from '../schemas/load.ts'
import type { Result } from '../schemas/report.ts'
import { meanOf } from '../reports/model/timings/histogram.ts'
import { pValue } from '../reports/model/timings/significance.ts'
import { steadyClaim } from './checks.ts'

const CHECK = 'load/steady'

/** A slower end is told from this share on, and from so many milliseconds, where chance explains it in less than one of a hundred loads. */
const SLOWER = 1.2
const LEAST_MS = 5
const CHANCE = 0.01

/** The windows in which the rate is at its height. */
function plateau({ series }: Load): readonly LoadPoint[] {
  const height = Math.max(...series.map(({ planned }) => planned))
  return series.filter(({ planned, histogram }) => planned >= 0.95 * height && histogram !== undefined)
}

const average = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length

/** Held against the soak profile alone: what else gets slower may only be warming up, or filling. */
export function steadyResult(load: Load): readonly Result[] {
  if (load.profile !== 'soak' || load.gaveWay) return []
  const means = plateau(load).map(({ histogram = '' }) => meanOf(histogram) / 1000)
  const third = Math.floor(means.length / 3)
  const [first, last] = [means.slice(0, third), means.slice(means.length - third)]
  const p = pValue(first, last)
  const about = {
    id: `${load.scenario} ${CHECK}`,
    operation: load.scenario,
    check: CHECK,
    clause: 'NS-1',
    durationMs: 0,
    evidence: [],
  }
  if (p === null) {
    const reason = 'it was too short: fewer than 18 slices of time at the height of the rate'
    return [
      { ...about, verdict: 'inconclusive', message: `Inconclusive: ${reason}`, reason, supply: 'a longer --duration' },
    ]
  }
  const [was, is] = [average(first), average(last)]
  const seen = `${was.toFixed(1)} ms on average in the first third, ${is.toFixed(1)} ms in the last`
  if (is < was * SLOWER || is - was < LEAST_MS || p > CHANCE)
    return [{ ...about, verdict: 'pass', message: `${steadyClaim}: ${seen}` }]
  const expected = 'no rise while the rate stays the same'
  return [{ ...about, verdict: 'warn', message: `${steadyClaim}: got ${seen}`, expected, got: seen }]
}
