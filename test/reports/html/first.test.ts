import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launch } from '../../chromium.ts'
import { inChromium, open } from './chromium.ts'
import { full } from './samples.ts'

inChromium('the first screen of report.html', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  test('the title has the verdict, the worst causes stand above the map, and its legend above its cells', async () => {
    const { page } = await open(browser, full)
    expect(await page.title()).toMatch(/^Does not conform: http:\/\/a\.b \(Touchstone\)$/)
    const ids = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id))
    expect(ids.slice(0, 3)).toEqual(['first', 'map', 'findings'])
    const first = await page.locator('#first li').allInnerTexts()
    expect(first).toHaveLength(1)
    expect(first[0]).toMatch(/^fail\s+auth\/no-header.*Do: .*3 results on 3 operations: /s)
    await page.locator('#first li a').first().click()
    await expect.poll(() => page.getByRole('status').innerText()).toBe('1 cause, 3 results')
    // At one moment: the page may still be scrolling.
    const tops = await page
      .locator('#map')
      .evaluate((map) =>
        ['.faint', '.scroll', '.narrow'].map(
          (one) => map.querySelector(`:scope > ${one}`)?.getBoundingClientRect().top ?? 0,
        ),
      )
    const [legend = 0, cells = 0, folded = 0] = tops
    expect(legend).toBeLessThan(cells)
    expect(cells).toBeLessThan(folded)
    await page.close()
  })
})
