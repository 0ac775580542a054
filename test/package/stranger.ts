/** What a stranger does with the installed package and the quick start alone, outside of any clone, to judge a small server of ours. */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { startAway } from '../../fixtures/away/index.ts'
import { readReport } from '../cli/report-file.ts'
import { cleanEnvironment } from '../cli/touchstone.ts'
import { blocksOf } from '../docs/pages.ts'

/** The commands under this heading of the quick start. */
function commandsUnder(heading: string): readonly string[] {
  const page = 'docs/quick-start.md'
  const lines = readFileSync(page, 'utf8').split('\n')
  const from = lines.indexOf(heading) + 1
  const to = lines.findIndex((line, at) => at >= from && line.startsWith('## '))
  const inside = ({ line }: { line: number }) => line > from && (to < 0 || line <= to)
  return blocksOf(page)
    .filter(inside)
    .map(({ text }) => text)
}

function shell(script: string, cwd: string): Promise<{ code: number; out: string }> {
  const path = (cleanEnvironment()['PATH'] ?? '').split(delimiter).filter((place) => !place.includes('node_modules'))
  const env = { ...cleanEnvironment(), PATH: [dirname(process.execPath), ...path].join(delimiter) }
  return new Promise((resolve) => {
    execFile('sh', ['-e', '-c', script], { cwd, env, maxBuffer: 2 ** 26 }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out: out + err }),
    )
  })
}

/** Does it in the folder in which the package is installed, and sees a green run. */
export async function walk(folder: string): Promise<void> {
  const server = await startAway()
  onTestFinished(() => server.close())

  const [init = '', run = '', ...rest] = commandsUnder('## Your own server')
  expect(rest).toEqual([])
  const written = await shell(init, folder)
  expect(written.code, written.out).toBe(0)

  // 'Fill in the address. Name the project and the environment … Put the token into an environment variable.'
  const { projectId = '', environmentId = '' } = server.target.identifiers
  const file = join(folder, 'server.json')
  const filled = readFileSync(file, 'utf8')
    .replace('"baseUrl": ""', `"baseUrl": "${server.baseUrl}"`)
    .replace(
      /\/\/ ("identifiers": \{)\n\s*\/\/[^]*?\n\s*\/\/ \},/,
      `$1 "projectId": "${projectId}", "environmentId": "${environmentId}" },`,
    )
  expect(filled).toContain(`"projectId": "${projectId}"`)
  writeFileSync(file, filled)

  // Fuzzing is left out, as the first command of the page leaves it out.
  const judged = await shell(
    `${run.replace('TOUCHSTONE_TOKEN=…', `TOUCHSTONE_TOKEN=${server.token}`).trim()} --fuzz 0`,
    folder,
  )
  expect(judged.code, judged.out).toBe(0)
  expect(judged.out).toContain('keeps the specification')
  const report = readReport(join(folder, 'touchstone-report'))
  expect(report.totals.fail + report.totals.warn).toBe(0)
  expect(report.totals.pass).toBeGreaterThan(1000)
  expect(report.leftovers).toEqual([])
}
