import { expect, test } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { Inconclusive, Skipped } from '../../../suites/claim/finding.ts'
import { afterRefusals } from '../../../suites/evidence/after-refusals.ts'
import { badCredentials } from '../../../suites/evidence/bad-credentials.ts'
import { control } from '../../../suites/evidence/control.ts'
import type { Evidence } from '../../../suites/evidence/frame/evidence.ts'
import { Collected } from '../../../suites/evidence/frame/gather.ts'
import type { Turn } from '../../../suites/evidence/frame/turn.ts'
import { snapshotBefore } from '../../../suites/evidence/snapshot-before.ts'
import { shownEffect } from '../../../suites/evidence/shown-effect.ts'
import { subject } from '../../../suites/evidence/subject.ts'
import { optionsFor } from '../../../suites/prove/options.ts'
import { newCreates } from '../../../suites/scene/creates.ts'
import { newVolatilePaths, type Snapshot } from '../../../suites/scene/snapshot.ts'
import { Patience } from '../../../suites/target/patience.ts'
import { responseOf, exchangeOf } from '../exchanges.ts'

/** Looks for the effect of a create, and counts the waits. */
async function waitsFor(seen: Snapshot): Promise<number> {
  const patience = new Patience(1000)
  const takeSnapshot = () => Promise.resolve(seen)
  const gathered = new Collected(
    new Map<Evidence, unknown>([
      [subject, { takeSnapshot, tell: null, volatile: newVolatilePaths() }],
      [snapshotBefore, { takeSnapshot, before: seen }],
      [badCredentials, { changed: null, parts: new Map() }],
      [afterRefusals, { since: 0, after: seen, basis: seen }],
      [control, exchangeOf(responseOf({}))],
    ]),
  )
  // This kind uses nothing else of what a lane hands over.
  const turn = {
    operation: operation('sqla.create'),
    tried: new Skipped('nothing'),
    caller: {
      patience,
      creates: newCreates(optionsFor({ baseUrl: 'http://127.0.0.1:1', token: 'a-token', target: {} })),
      success: () => true,
    },
  } as unknown as Turn
  const gathering = Promise.resolve(shownEffect.gather({ ...turn, gathered, parts: new Set() }))
  await expect(gathering).rejects.toBeInstanceOf(Inconclusive)
  const { waits } = patience.pace({ totalMs: 0, longestMs: 0 })
  return waits['an authorised request to show']?.times ?? 0
}

const exchange = exchangeOf(responseOf({}))

test('an effect that a read may show is waited for', async () => {
  expect(await waitsFor({ view: { data: 1 }, exchange })).toBeGreaterThan(0)
})

test('an effect that no operation shows is not waited for', async () => {
  expect(await waitsFor({ view: undefined, exchange, isUnasked: true })).toBe(0)
})
