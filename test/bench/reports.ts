/**
 * What telling a full run in all forms takes beyond its report.json: `touchstone merge` of that one report with `--reporter
 * all` and with `--reporter json`, both processes of their own, in turns, each into one folder again and again. It is an upper
 * bound: a run has loaded vite by then.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { wordsOf } from '../../cli/terminal/words.ts'
import { writeForms } from '../../reports/forms/forms.ts'
import type { Report } from '../../schemas/report.ts'
import { median, take } from './take.ts'

const ROUNDS = 7
/** Seconds. */
const MOST = 2
const touchstone = fileURLToPath(new URL('../../cli/touchstone.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'touchstone-bench-'))
const file = join(folder, 'run', 'report.json')

await take(touchstone, ['run', '--seed', '1', '--reporter', 'json', '--out', join(folder, 'run')])
const tell = async (reporter: string) =>
  (await take(touchstone, ['merge', file, '--reporter', reporter, '--out', join(folder, reporter)])).ms / 1000
const added: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const json = await tell('json')
  added.push((await tell('all')) - json)
}

const report = JSON.parse(readFileSync(file, 'utf8')) as Report
const words = await wordsOf()
const forms: string[] = []
for (const form of ['html', 'junit', 'markdown', 'allure', 'badge'] as const) {
  const began = performance.now()
  await writeForms([form], report, { why: '', words, folder: join(folder, 'all'), env: {}, say: () => undefined })
  forms.push(`${form} ${((performance.now() - began) / 1000).toFixed(2)} s`)
}
rmSync(folder, { recursive: true })

const lines = [
  `results             ${report.results.length}`,
  `all forms add       ${median(added).toFixed(2)} s (${added.map((one) => one.toFixed(2)).join(', ')}; at most ${MOST})`,
  `by themselves       ${forms.join(', ')}`,
]
process.stdout.write(`${lines.join('\n')}\n`)
if (median(added) > MOST) process.exitCode = 1
