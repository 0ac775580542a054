import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from './bundle.ts'

/** A file that the package carries beside this one; null in a clone. */
function packaged(name: string): string | null {
  const file = new URL(`./${name}`, import.meta.url)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** The script of the page in one piece. */
export async function scriptOf(page: Page): Promise<string> {
  return packaged(`${page}.page.js`) ?? (await (await import('./bundle.ts')).bundle(page))
}

/** What the charts look like. */
export const chartStyle = (): string =>
  packaged('charts.page.css') ??
  readFileSync(createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css'), 'utf8')
