/** A page in a real browser: the machine's own Chromium, where it has one. */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { renderHtml } from '../../../reports/html/write.ts'
import type { Report } from '../../../schemas/report.ts'
import { required } from '../../require.ts'
import { words } from '../words.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const executable = [process.env['TOUCHSTONE_CHROMIUM'], ...places].find((path) => path && existsSync(path))

const MISSING = 'no Chromium is installed (Debian: apt-get install chromium), nor named by TOUCHSTONE_CHROMIUM'

/** Tests that need a browser: skipped by name where there is none, failed where TOUCHSTONE_REQUIRE names chromium. */
export function inChromium(name: string, tests: () => void): void {
  if (executable) describe(name, tests)
  else if (required('chromium'))
    test(name, () => {
      throw new Error(MISSING)
    })
  else test(`${name}: ${MISSING}`, ({ skip }) => skip(MISSING))
}

export function launch(): Promise<Browser> {
  const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update']
  return chromium.launch({
    ...(executable ? { executablePath: executable } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-sync', ...quiet],
  })
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
  const file = join(mkdtempSync(join(tmpdir(), 'touchstone-')), 'report.html')
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
