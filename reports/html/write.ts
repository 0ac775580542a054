/** `report.html`: one file that needs nothing else, read from disk. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { Report } from '../../schemas/report.ts'
import type { Words } from '../model/words.ts'
import type { PageModel } from './model.ts'
import { packPage } from './pack.ts'
import { escaped } from './static-page.ts'
import { style } from './style.ts'
import { App } from './view/app.ts'
import { writeWhole } from '../write-file.ts'

/** The script of the page in one piece; the charts come along only where there is something to draw. */
async function bundle(charts: boolean): Promise<string> {
  const { build } = await import('vite')
  // The same files are TypeScript in a clone and JavaScript in a package.
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const entry = fileURLToPath(new URL(`./${charts ? 'charts' : 'browser'}.${extension}`, import.meta.url))
  const built = await build({
    // Nothing that lies where a user happens to stand has a say.
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, target: 'es2023', lib: { entry, formats: ['iife'], name: 'touchstone', fileName: 'page' } },
  })
  for (const output of [built].flat()) {
    if (!('output' in output)) continue
    const [{ code }] = output.output
    return code.replaceAll('</script', String.raw`<\/script`)
  }
  throw new Error('The script of report.html could not be made: the bundler gave nothing back.')
}

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
  // Whatever slipped through could load nothing, send nothing and run nothing.
  const policy =
    `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data:; ` +
    `base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${escaped(`Touchstone: ${model.report.target.baseUrl}`)}</title>
<style>${css}</style>
</head>
<body>
<div id="root">${renderToString(h(App, { model }))}</div>
<script type="application/json" id="model">${inert(model)}</script>
<script>${script}</script>
</body>
</html>
`
}

/** The whole page; `why` is why the exit code is not 0. */
export async function renderHtml(report: Report, why: string, words: Words): Promise<string> {
  const model = packPage(withoutHistograms(report), why, words)
  const charts = report.load !== undefined
  const drawn = charts ? readFileSync(createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css'), 'utf8') : ''
  return document(model, await bundle(charts), `${drawn}${style}`)
}

/** Writes `report.html` and returns its path. */
export async function writeHtml(report: Report, why: string, words: Words, folder: string): Promise<string> {
  const file = join(folder, 'report.html')
  writeWhole(file, await renderHtml(report, why, words))
  return file
}
