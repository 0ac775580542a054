/** Runs `touchstone load` against a reference server of the test's own. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startReference, type RunningReference, type StartOptions } from '../../fixtures/reference/serve.ts'
import { touchstone, type Ended } from '../cli/touchstone.ts'
import { readReport } from '../cli/report-file.ts'
import { emptyFolder } from '../folder.ts'

/** A reference server, and a target file that says where it is and what it allows. */
export async function target(options: StartOptions = {}, more: Readonly<Record<string, unknown>> = {}) {
  const server = await startReference(options)
  onTestFinished(() => server.close())
  const file = join(emptyFolder(), 'target.json')
  const { baseUrl, token } = server
  writeFileSync(file, JSON.stringify({ baseUrl, token, ...server.target, allow: ['all'], ...more }))
  return { server, file }
}

/** What stands on a reference server that load runs have made. */
export async function namesOn({
  baseUrl,
  token,
  target: { lookup, identifiers },
}: RunningReference): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${token}` }
  const path = lookup['application']?.path.replace('{projectId}', identifiers.projectId ?? '') ?? ''
  const text = await (await fetch(`${baseUrl}${path}`, { headers })).text()
  if (!text.includes(identifiers.projectId ?? '-')) throw new Error(`nothing is listed: ${text}`)
  return [...text.matchAll(/"name":"(tsl?-[^"]*)"/g)].flatMap(([, name]) => name ?? [])
}

/** How many of them. */
export const leftOn = async (server: RunningReference): Promise<number> => (await namesOn(server)).length

export async function load(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const out = emptyFolder()
  const ended: Ended = await touchstone(['load', ...args, '--out', out], { env })
  const journal = () => readFileSync(join(out, 'journal.jsonl'), 'utf8')
  return { ...ended, folder: out, journal, report: () => readReport(out) }
}
