/** `node reports/html/script/build.ts FOLDER`: the scripts of the page as files, for the package, which carries no bundler. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { bundle } from './bundle.ts'

const [, , folder = 'dist/reports/html/script'] = process.argv
mkdirSync(folder, { recursive: true })
for (const page of ['browser', 'charts'] as const) writeFileSync(join(folder, `${page}.page.js`), await bundle(page))
copyFileSync(createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css'), join(folder, 'charts.page.css'))
