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

/** Asks a k6 until it answers. */
async function patiently(url: string, init?: RequestInit): Promise<void> {
  for (let tries = 0; ; tries++) {
    const response = await fetch(url, init).catch(() => null)
    if (response?.ok) return
    if (tries > 200) throw new Error(`${url} does not answer`)
    await pause(100)
  }
}

/** @returns the runners' exit codes, and the files of what they printed */
async function operate(
  scripts: Readonly<Record<string, string>>,
  { spec }: TestRun,
  secrets: Readonly<Record<string, string>>,
): Promise<{ codes: readonly (number | null)[]; logs: readonly string[] }> {
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
  await Promise.all(runners.map(({ status }) => patiently(status, { method: 'PATCH', body })))
  return { codes: await Promise.all(runners.map(({ ended }) => ended)), logs: runners.map(({ log }) => log) }
}

/** Runs these arguments of `load` in pods, and merges what they printed. */
export async function loaded(args: readonly string[], token: string, headers = '') {
  const { scripts, kinds } = await documents(...args)
  const ran = await operate(scripts, kinds['TestRun'] as TestRun, {
    TOUCHSTONE_TOKEN: token,
    TOUCHSTONE_HEADERS: headers,
  })
  const out = emptyFolder()
  const merged = await touchstone(['merge', '--logs', ...ran.logs, '--out', out])
  return { ...ran, merged, out, report: () => readReport(out) }
}
