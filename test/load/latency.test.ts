/** Latencies are those that users have: what waits while the target stops is counted, and how long it waited. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { decodeFromCompressedBase64 } from 'hdr-histogram-js'
import { expect, it, test } from 'vitest'
import { percentile } from '../../fixtures/percentile.ts'
import { figuresOf, histogramOf } from '../../reports/model/timings/histogram.ts'
import { withK6 } from './k6.ts'
import { load, target } from './run.ts'
import { startStalling } from './stalling.ts'

const RATE = 200
const SECONDS = 20

/** What each request took, in milliseconds, as another generator has it. */
async function generated(url: string, token: string): Promise<readonly number[]> {
  const args = [join(import.meta.dirname, 'generator.js'), url, token, String(RATE), String(SECONDS)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 24 })
  return JSON.parse(stdout) as number[]
}

withK6('under a target that stops for 1 s every 10 s', () => {
  it('has the p99 that another generator with the same schedule has', { timeout: 300_000 }, async () => {
    const { server, file } = await target({}, { allow: [] })
    const stalling = await startStalling(server, 10_000, 1000)
    const args = [
      '--scenario',
      'mixed',
      '--only',
      'settings.health',
      '--rate',
      String(RATE),
      '--duration',
      `${SECONDS}s`,
    ]
    // At one time: whatever else keeps the machine busy delays both.
    const [ours, theirs] = await Promise.all([
      load(['--target', file, '--base-url', stalling, ...args]),
      generated(`${stalling}/settings.health`, server.token),
    ])
    expect(ours.code, ours.out).toBe(0)
    const figures = ours.report().load?.operations['settings.health']
    expect(theirs.length).toBe(RATE * SECONDS)
    // What a slow machine had no virtual user for is told, and is little.
    const { planned = 0, completed = 0, dropped = NaN } = ours.report().load?.journeys ?? {}
    expect(Math.abs(completed + dropped - planned)).toBeLessThanOrEqual(planned * 0.02)
    expect(planned).toBeGreaterThan(RATE * SECONDS * 0.9)
    expect(figures?.count).toBeGreaterThan(planned * 0.85)
    // A tenth of all requests wait, up to a second: of a closed model, some ten requests would.
    const p99 = percentile(theirs, 0.99) ?? 0
    expect(p99).toBeGreaterThan(800)
    expect(Math.abs((figures?.p99 ?? 0) - p99)).toBeLessThanOrEqual(p99 * 0.05)
    const waited = theirs.filter((ms) => ms > 100).length / theirs.length
    expect(waited).toBeGreaterThan(0.07)
  })
})

test('histograms keep three digits up to 60 s, also when they are written down', () => {
  for (const ms of [0.123, 1.234, 12.34, 123.4, 1234, 12_340, 59_900]) {
    const { p50, p99, histogram = '' } = figuresOf(histogramOf([ms * 1000]), { count: 1, errors: 0, unanswered: 0 }, 1)
    for (const loadOptions of [p50, p99]) expect(Math.abs((loadOptions ?? 0) - ms) / ms).toBeLessThanOrEqual(0.001)
    const read = decodeFromCompressedBase64(histogram, 32, false).getValueAtPercentile(99) / 1000
    expect(Math.abs(read - ms) / ms).toBeLessThanOrEqual(0.001)
  }
})
