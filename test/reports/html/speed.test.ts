/** How long a long report takes to open. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { renderHtml } from '../../../reports/html/write.ts'
import { launch } from '../../chromium.ts'
import { emptyFolder } from '../../folder.ts'
import { words } from '../words.ts'
import { inChromium } from './chromium.ts'
import { large } from './samples.ts'

inChromium('a page of six thousand results', () => {
  test('opens in under a second, its findings included', async () => {
    const file = join(emptyFolder(), 'report.html')
    writeFileSync(file, await renderHtml(large(6000), '', words))
    const browser = await launch()
    try {
      const times: number[] = []
      // The first of a browser's pages pays for the browser.
      for (let nth = 0; nth < 4; nth++) {
        const page = await browser.newPage()
        const begun = performance.now()
        await page.goto(pathToFileURL(file).href)
        await page.locator('#findings .list > details').first().waitFor()
        times.push(performance.now() - begun)
        await page.close()
      }
      expect(Math.min(...times), times.map(Math.round).join(', ')).toBeLessThan(1000)
    } finally {
      await browser.close()
    }
  })
})
