import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hostile, nasty } from '../hostile.ts'
import { report } from '../samples.ts'
import { launch } from '../../chromium.ts'
import { inChromium, open } from './chromium.ts'

/** Everything that a target may have a say in. */
const told = report(hostile, {
  exitCode: 1,
  target: { baseUrl: `http://a.b/${nasty}`, serviceVersion: nasty, allowed: [], deviations: [nasty] },
  observed: {
    refusals: [{ status: 401, code: nasty, message: nasty }],
    [nasty]: nasty,
    ways: { [nasty]: { outliers: [nasty] } },
  },
  leftovers: [{ kind: 'sqla', name: nasty, id: nasty, why: nasty }],
  unheld: [nasty],
  entries: { sample: { 'sqla.create': { [nasty]: nasty } } },
})

inChromium('the report of a hostile target', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test('nothing of it runs, loads or becomes markup, and all of it can be read', async () => {
    const { page, requests, complaints } = await open(browser, told, { why: nasty })
    for (const view of ['By cause', 'Each result']) {
      await page.getByRole('button', { name: view }).click()
      // All but the skipped one, which is shown when asked for.
      await page.evaluate(() =>
        document.querySelectorAll('.list > details').forEach((one) => one.setAttribute('open', '')),
      )
      await expect.poll(() => page.locator('.list .details').count()).toBe(hostile.length - 1)
      await page.evaluate(() => document.querySelectorAll('.wire').forEach((one) => one.setAttribute('open', '')))
      expect(await page.locator('main :is(script, img, iframe, object, svg[onload])').count()).toBe(0)
      expect(await page.locator('main a:not([href^="#"])').count()).toBe(0)
      expect(await page.locator('#findings').innerText()).toContain('<script>globalThis.hit = 1</script><img src=x')
    }
    expect(await page.evaluate(() => 'hit' in globalThis)).toBe(false)
    expect(requests).toEqual([])
    expect(complaints).toEqual([])
    await page.close()
  })

  test('even markup that got in could run nothing and fetch nothing', async () => {
    const { page, requests } = await open(browser, told)
    await page.evaluate(async (text) => {
      document.body.insertAdjacentHTML('beforeend', text)
      const script = document.createElement('script')
      script.textContent = 'globalThis.hit = 4'
      document.body.append(script)
      await fetch('http://127.0.0.1:9/').catch(() => undefined)
    }, nasty)
    expect(await page.evaluate(() => 'hit' in globalThis)).toBe(false)
    expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([])
    await page.close()
  })
})
