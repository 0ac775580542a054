/** The pictures of the README, made of real runs: `npm run pictures`. Needs Chromium, sends nothing beyond this machine. */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { startReference } from '../fixtures/reference/serve.ts'
import { executable, launch, MISSING } from '../test/chromium.ts'

const clone = fileURLToPath(new URL('..', import.meta.url))
const pictures = join(clone, 'docs', 'pictures')

/** A server with faults of several sorts: something of each colour is to be seen. */
const faults = [
  'auth/open-sqla.remove',
  'errors/issues-null',
  'media/html-malformed-json',
  'values/cut-short',
  'census/others-delete',
  'params/integer-as-text',
  'status/ignored',
]

interface Ran {
  /** What it printed, in colours. */
  readonly out: string
  readonly folder: string
}

/** A run as a user would start it. */
function run(args: readonly string[], token?: string): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-'))
  const all = [join(clone, 'cli', 'touchstone.js'), ...args, '--seed', '1', '--out', folder, '--reporter', 'all']
  const { NO_COLOR: _, ...inherited } = process.env
  const env = { ...inherited, FORCE_COLOR: '1', ...(token === undefined ? {} : { TOUCHSTONE_TOKEN: token }) }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, all, { env, maxBuffer: 2 ** 26 }, (error, out, err) => {
      // A broken target ends with 1, as it should.
      if (error && error.code !== 1) reject(new Error(`The run failed (${error.code}): ${err}`))
      else resolve({ out, folder })
    })
  })
}

async function runBroken(): Promise<Ran> {
  const server = await startReference({ faults })
  try {
    const file = join(mkdtempSync(join(tmpdir(), 'touchstone-')), 'target.json')
    writeFileSync(file, JSON.stringify({ ...server.target, baseUrl: server.baseUrl, allow: ['all'] }))
    return await run(['run', '--target', file], server.token)
  } finally {
    await server.close()
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const colour = new RegExp(`${String.fromCodePoint(27)}\\[(\\d+)m`, 'g')

/** The colours that a summary uses, as markup. */
function coloured(text: string): string {
  const classes: Readonly<Record<string, string>> = { 1: 'bold', 2: 'dim', 31: 'red', 32: 'green', 33: 'yellow' }
  return escaped(text).replaceAll(colour, (_, code: string) => {
    const name = classes[code]
    return name === undefined ? '</span>' : `<span class="${name}">`
  })
}

const SCREEN = `body { margin: 0; background: #16181b } pre { display: inline-block; margin: 0; padding: 18px 22px;
  font: 13px/1.45 'DejaVu Sans Mono', monospace; color: #d7dadd; white-space: pre-wrap; width: 1000px }
  .bold { font-weight: 700 } .dim { color: #8b949e } .red { color: #ff8d82 } .green { color: #7fce9f } .yellow { color: #efc15f }`

/** The screen of a run: the command, and the first lines of what it said. */
async function terminal(browser: Browser, { out }: Ran, command: string, lines: number, name: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1044, height: 700 } })
  // Progress is for those who wait.
  const shown = out.split('\n').filter((line) => !/^(?:judging|calibrating|done)\b/.test(line))
  const text = [`$ ${command}`, ...shown.slice(0, lines), ...(shown.length > lines ? ['  …'] : [])].join('\n')
  await page.setContent(`<style>${SCREEN}</style><pre>${coloured(text)}</pre>`)
  await page.locator('pre').screenshot({ path: join(pictures, name) })
  await page.close()
}

async function opened(browser: Browser, { folder }: Ran, colorScheme: 'light' | 'dark', hash = ''): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1240, height: 760 }, colorScheme })
  await page.goto(`${pathToFileURL(join(folder, 'report.html')).href}${hash}`)
  return page
}

async function draw(browser: Browser): Promise<void> {
  const [embedded, broken] = [await run(['run']), await runBroken()]
  const loaded = await run(['load', '--profile', 'spike', '--duration', '40s'])
  for (const scheme of ['light', 'dark'] as const) {
    const first = await opened(browser, broken, scheme)
    await first.screenshot({ path: join(pictures, `report-${scheme}.png`) })
    await first.close()
    const findings = await opened(browser, broken, scheme, '#findings?verdicts=fail.warn')
    await findings.locator('.cause').first().waitFor()
    await findings.evaluate(() => document.getElementById('findings')?.scrollIntoView({ behavior: 'instant' }))
    await findings.screenshot({ path: join(pictures, `findings-${scheme}.png`) })
    await findings.close()
    const load = await opened(browser, loaded, scheme)
    await load.locator('.charts canvas').last().waitFor()
    await load.locator('.charts').screenshot({ path: join(pictures, `load-${scheme}.png`) })
    await load.close()
  }
  await terminal(browser, broken, 'npx touchstone run --target server.json', 27, 'terminal.png')
  copyFileSync(join(embedded.folder, 'badge.svg'), join(pictures, 'badge.svg'))
  for (const { folder } of [embedded, broken, loaded]) rmSync(folder, { recursive: true, force: true })
}

if (!executable) {
  process.stderr.write(`no picture was made: ${MISSING}\n`)
  process.exitCode = 1
} else {
  mkdirSync(pictures, { recursive: true })
  const browser = await launch()
  try {
    await draw(browser)
  } finally {
    await browser.close()
  }
}
