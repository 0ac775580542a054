/** A report in a real browser. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { renderHtml } from '../../../reports/html/write.ts'
import type { Report } from '../../../schemas/report.ts'
import { executable, MISSING } from '../../chromium.ts'
import { emptyFolder } from '../../folder.ts'
import { required } from '../../require.ts'
import { words } from '../words.ts'

/** Tests that need a browser: skipped by name where there is none, failed where TOUCHSTONE_REQUIRE names chromium. */
export function inChromium(name: string, tests: () => void): void {
  if (executable) describe(name, tests)
  else if (required('chromium'))
    test(name, () => {
      throw new Error(MISSING)
    })
  else test(`${name}: ${MISSING}`, ({ skip }) => skip(MISSING))
}

export interface Opened {
  readonly page: Page
  /** Every address that the page asked for, its own aside. */
  readonly requests: string[]
  /** What the page said on its console, and what it threw. */
  readonly complaints: string[]
}

/** Writes the report and opens it from disk. */
export async function open(
  browser: Browser,
  told: Report,
  options: BrowserContextOptions & { readonly why?: string; readonly hash?: string } = {},
): Promise<Opened> {
  const { why = '', hash = '', ...context } = options
  const file = join(emptyFolder(), 'report.html')
  writeFileSync(file, await renderHtml(told, why, words))
  const page = await browser.newPage(context)
  const address = pathToFileURL(file).href
  const requests: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) requests.push(request.url())
  })
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${address}${hash}`)
  return { page, requests, complaints }
}
