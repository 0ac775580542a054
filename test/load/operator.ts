/** Does what the k6-operator does with a TestRun: an initializer, runners that start paused, and a start of all at once. */
import { execFileSync, spawn } from 'node:child_process'
import { createWriteStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findK6 } from '../../load/k6/find.ts'
import { sequenceOf } from '../../load/kubernetes/runners.ts'
import { readReport } from '../cli/report-file.ts'
import { touchstone } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'
import { freePort } from '../free-port.ts'
import { documents } from './emitted.ts'

/** Few journeys, so that what is sent at rest takes little; the last one is due well before the end. */
export const small = ['--only', 'application', 'sqla', '--rate', '41', '--duration', '5.95s', '--concurrency', '120']

interface TestRun {
  readonly spec: {
    readonly parallelism: number
    readonly arguments: string
    readonly script: { readonly configMap: { readonly file: string } }
  }
}

/** What k6 says of a runner that has made its virtual users, and waits to be started. */
const PAUSED = 4

/** Asks a k6 until it has come so far. */
async function patiently(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(url).catch(() => null)
    const { data } = answer?.ok ? ((await answer.json()) as Status) : {}
    if ((data?.attributes.status ?? 0) >= PAUSED) return
    if (tries > 600) throw new Error(`${url} does not answer, or makes no virtual users`)
    await pause(100)
  }
}

interface Status {
  readonly data?: { readonly attributes: { readonly status: number } }
}

/** @returns what starts all runners, their exit codes once they have ended, and the files of what they print */
async function prepared(
  scripts: Readonly<Record<string, string>>,
  { spec }: TestRun,
  secrets: Readonly<Record<string, string>>,
): Promise<{ start: () => Promise<void>; ended: Promise<readonly (number | null)[]>; logs: readonly string[] }> {
  const k6 = await findK6(process.env, () => undefined)
  if (!('file' in k6.by)) throw new Error('this needs a k6 on this machine')
  const { file } = k6.by
  const folder = emptyFolder()
  for (const [name, text] of Object.entries(scripts)) writeFileSync(join(folder, name), text)
  const script = join(folder, spec.script.configMap.file)
  const env = { ...process.env, ...secrets, K6_NO_USAGE_REPORT: 'true', K6_AUTO_EXTENSION_RESOLUTION: 'false' }
  const args = spec.arguments.split(' ')

  const archive = join(folder, 'archive.tar')
  execFileSync(file, ['archive', script, '-O', archive, ...args.filter((one) => !one.startsWith('--out'))], {
    env,
    stdio: 'pipe',
  })
  const inspected = execFileSync(file, ['inspect', '--execution-requirements', archive], { env, encoding: 'utf8' })
  const { maxVUs } = JSON.parse(inspected) as { maxVUs: number }
  if (maxVUs < spec.parallelism) throw new Error(`${spec.parallelism} runners for ${maxVUs} virtual users`)

  const { parallelism: count } = spec
  const runners = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const port = await freePort()
      const part =
        count === 1
          ? []
          : [
              `--execution-segment=${at}/${count}:${at + 1}/${count}`,
              `--execution-segment-sequence=${sequenceOf(count)}`,
            ]
      const log = join(folder, `pod-${at}.log`)
      const rest = [`--address=127.0.0.1:${port}`, '--paused', '--tag', `instance_id=${at + 1}`]
      const child = spawn(file, ['run', '--quiet', ...part, ...args, script, ...rest], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const into = createWriteStream(log)
      child.stdout.pipe(into, { end: false })
      child.stderr.pipe(into, { end: false })
      const ended = new Promise<number | null>((resolve) =>
        child.once('close', (code) => into.end(() => resolve(code))),
      )
      return { log, ended, status: `http://127.0.0.1:${port}/v1/status` }
    }),
  )
  await Promise.all(runners.map(({ status }) => patiently(status)))
  const body = JSON.stringify({ data: { type: 'status', id: 'default', attributes: { paused: false } } })
  return {
    start: async () => void (await Promise.all(runners.map(({ status }) => fetch(status, { method: 'PATCH', body })))),
    ended: Promise.all(runners.map((one) => one.ended)),
    logs: runners.map(({ log }) => log),
  }
}

interface Load {
  /** Arguments of `load`. */
  readonly args: readonly string[]
  readonly token: string
  readonly headers?: string
}

/** Runs these loads in pods, all at one moment: whatever keeps the machine busy delays all of them. Merges what each printed. */
export async function loadedAtOnce(loads: readonly Load[]) {
  const standing: Awaited<ReturnType<typeof prepared>>[] = []
  for (const { args, token, headers = '' } of loads) {
    const { scripts, kinds } = await documents(...args)
    const secrets = { TOUCHSTONE_TOKEN: token, TOUCHSTONE_HEADERS: headers }
    standing.push(await prepared(scripts, kinds['TestRun'] as TestRun, secrets))
  }
  await Promise.all(standing.map(({ start }) => start()))
  await Promise.all(standing.map(({ ended }) => ended))
  return Promise.all(
    standing.map(async ({ ended, logs }) => {
      const codes = await ended
      const out = emptyFolder()
      const merged = await touchstone(['merge', '--logs', ...logs, '--out', out])
      return { codes, logs, merged, out, report: () => readReport(out) }
    }),
  )
}

/** Runs one load in pods, and merges what they printed. */
export async function loaded(args: readonly string[], token: string, headers = '') {
  const [ran] = await loadedAtOnce([{ args, token, headers }])
  if (!ran) throw new Error('nothing ran')
  return ran
}
