/** The machine's own Chromium, where it has one. */
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** undefined where there is none. */
export const executable = [process.env['TOUCHSTONE_CHROMIUM'], ...places].find((path) => path && existsSync(path))

export const MISSING = 'no Chromium is installed (Debian: apt-get install chromium), nor named by TOUCHSTONE_CHROMIUM'

export function launch(): Promise<Browser> {
  const quiet = ['--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update']
  return chromium.launch({
    ...(executable ? { executablePath: executable } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-sync', ...quiet],
  })
}
