/** `report.html`: one file that needs nothing else, read from disk. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Report } from '../../schemas/report.ts'
import type { Words } from '../model/words.ts'
import type { PageModel } from './model.ts'
import { packPage } from './pack.ts'
import { chartStyle, scriptOf } from './script/script.ts'
import { pageFrame } from './page-frame.ts'
import { style } from './style.ts'
import { App } from './view/app.ts'
import { verdictOf } from './view/header.ts'
import { writeWhole } from '../write-file.ts'

/** JSON that may stand inside a script element: nothing in it can end one. */
const inert = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)

function withoutHistograms(report: Report): Report {
  const { load } = report
  if (!load) return report
  const text = JSON.stringify(load, (key, value: unknown) => (key === 'histogram' ? undefined : value))
  // The same shape, less what is optional.
  return { ...report, load: JSON.parse(text) as NonNullable<Report['load']> }
}

function document(model: PageModel, script: string, css: string): string {
  const hash = createHash('sha256').update(script).digest('base64')
  const body = `<div id="root">${renderToString(h(App, { model }))}</div>
<script type="application/json" id="model">${inert(model)}</script>
<script>${script}</script>`
  return pageFrame(`${verdictOf(model)}: ${model.report.target.baseUrl} (Touchstone)`, css, body, `'sha256-${hash}'`)
}

/** The whole page; `why` is why the exit code is not 0. */
export async function renderHtml(report: Report, why: string, words: Words): Promise<string> {
  const model = packPage(withoutHistograms(report), why, words)
  const charts = report.load !== undefined
  const script = await scriptOf(charts ? 'charts' : 'browser')
  return document(model, script, `${charts ? chartStyle() : ''}${style}`)
}

/** Writes `report.html` and returns its path. */
export async function writeHtml(report: Report, why: string, words: Words, folder: string): Promise<string> {
  const file = join(folder, 'report.html')
  writeWhole(file, await renderHtml(report, why, words))
  return file
}
