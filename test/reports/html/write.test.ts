import { expect, test } from 'vitest'
import { unpack } from '../../../reports/html/model.ts'
import { packPage } from '../../../reports/html/pack.ts'
import { renderHtml } from '../../../reports/html/write.ts'
import { hostile, nasty } from '../hostile.ts'
import { load } from '../load-sample.ts'
import { report, result } from '../samples.ts'
import { words } from '../words.ts'
import { full, large } from './samples.ts'

test.each([
  ['of every sort', full.results],
  ['that say anything', hostile],
])('results %s are the same once packed and unpacked', (_, results) => {
  expect(unpack(packPage(report(results), '', words))).toEqual(results)
})

test('six thousand results without evidence stay under two megabytes', async () => {
  const { results, ...rest } = large(6000)
  const told = { ...rest, results: results.map((one) => ({ ...one, evidence: [] })) }
  expect(Buffer.byteLength(await renderHtml(told, '', words))).toBeLessThan(2_000_000)
})

test('no text of a target ends the element that holds it', async () => {
  const page = await renderHtml(report(hostile), nasty, words)
  expect(page.match(/<script/g)).toHaveLength(2)
  expect(page.match(/<\/script/g)).toHaveLength(2)
  expect(page).not.toMatch(/<(?:img|iframe|object|embed)/)
})

test('charts come along only where there is something to draw', async () => {
  const without = await renderHtml(full, '', words)
  const charted = await renderHtml({ ...full, load }, '', words)
  expect(without).not.toContain('u-legend"')
  expect(charted.length - without.length).toBeGreaterThan(40_000)
})

test('what the target file omits is told apart from what else is skipped', async () => {
  const skipped = ['the target file omits it', 'it needs --allow host'].map((reason) =>
    result('user.all', 'skipped', { reason }),
  )
  const page = await renderHtml(report(skipped), '', words)
  expect(page).toContain('(the target file omits 1)')
  expect(await renderHtml(report(skipped.slice(1)), '', words)).not.toMatch(/the target file omits \d/)
})
