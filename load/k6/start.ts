/** Starts k6 on a script, and tells how it ended. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Tls } from '../../schemas/target.ts'
import { LABEL } from '../../fixtures/image/engine.ts'
import { scriptsFolder } from '../place.ts'
import { outputsOf } from './outputs.ts'
import { interrupt, remove } from './container.ts'
import type { K6 } from './find.ts'

export interface Start {
  /** The run's id. */
  readonly run: string
  /** The script's file name in the scripts' folder. */
  readonly script: string
  /** Files, by absolute path: the plan, the journal that it writes on, and what only k6 knows at the end. */
  readonly plan: string
  readonly journal: string
  readonly summary: string
  readonly segment: string | null
  readonly sequence: string | null
  /** k6's own outputs, as its `--out` takes them, and the file of its own summary. */
  readonly outputs?: readonly string[]
  readonly summaryExport?: string | null
  /** How many it may use. */
  readonly cores: number
  readonly token: string
  readonly tls?: Tls | undefined
  readonly headers: Readonly<Record<string, string>>
}

export interface Ended {
  readonly code: number | null
  /** What it said itself, without its progress. */
  readonly said: readonly string[]
  /** Cores that it used on average; null where that can't be told. */
  readonly cpu: number | null
}

export interface Running {
  readonly ended: Promise<Ended>
  /** Asks it to stop at once; journeys under way are cut off. */
  stop(): void
  kill(): void
}

/** Clock ticks a second of /proc, which Linux keeps at 100 for programs. */
const TICKS = 100
const OFTEN = 200
/** Lines that k6 says, kept at most. */
const KEPT = 50

/** Seconds of processor time that a process has taken so far; null where the system does not say. */
function processorSeconds(pid: number | undefined): number | null {
  try {
    const after = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(after[11]) + Number(after[12])) / TICKS
  } catch {
    return null
  }
}

/** What a container of k6 is called. */
const nameOf = ({ run }: Start) => `touchstone-${run}-k6`

function commandOf(k6: K6, start: Start): { file: string; args: string[]; env: Record<string, string> } {
  const inside = 'file' in k6.by ? null : { scripts: '/scripts', plan: '/plan', out: '/out', ca: '/authority.pem' }
  const authority = start.tls?.ca
  const scripts = inside?.scripts ?? scriptsFolder()
  const place = (file: string, folder: string | undefined) =>
    folder === undefined ? file : `${folder}/${file.slice(dirname(file).length + 1)}`
  const env = {
    TOUCHSTONE_TOKEN: start.token,
    TOUCHSTONE_HEADERS: JSON.stringify(start.headers),
    TOUCHSTONE_PLAN: place(start.plan, inside?.plan),
    TOUCHSTONE_SUMMARY: place(start.summary, inside?.plan),
    // Go collects its garbage more seldom: journeys make much of it, and processor time is what a generator is short of.
    GOGC: process.env['GOGC'] ?? '400',
    GOMEMLIMIT: process.env['GOMEMLIMIT'] ?? '1GiB',
    GOMAXPROCS: String(start.cores),
    ...(start.tls?.insecure ? { K6_INSECURE_SKIP_TLS_VERIFY: 'true' } : {}),
    ...(authority === undefined ? {} : { SSL_CERT_FILE: inside ? inside.ca : authority }),
    // It reports to nobody, and fetches nothing.
    K6_NO_USAGE_REPORT: 'true',
    K6_AUTO_EXTENSION_RESOLUTION: 'false',
  }
  const outputs = outputsOf(start, inside !== null)
  const args = [
    'run',
    '--no-usage-report',
    '--no-color',
    '--address=',
    '--log-format=raw',
    `--console-output=${place(start.journal, inside?.out)}`,
    ...(start.segment === null ? [] : [`--execution-segment=${start.segment}`]),
    ...outputs.args,
    ...(start.sequence === null ? [] : [`--execution-segment-sequence=${start.sequence}`]),
    join(scripts, start.script),
  ]
  if ('file' in k6.by) return { file: k6.by.file, args, env }
  const user = process.getuid && process.getgid ? ['--user', `${process.getuid()}:${process.getgid()}`] : []
  const mounts = [
    `${scriptsFolder()}:/scripts:ro`,
    `${dirname(start.plan)}:/plan`,
    `${dirname(start.journal)}:/out`,
    ...(authority === undefined ? [] : [`${authority}:/authority.pem:ro`]),
    ...outputs.mounts,
  ].flatMap((mount) => ['-v', mount])
  // Outputs are set up by variables of k6's own.
  const outer = Object.keys(process.env).filter((name) => name.startsWith('K6_') && name !== 'K6_BIN')
  const names = [...Object.keys(env), ...outer].flatMap((name) => ['-e', name])
  // The host's own network: a target on loopback is one.
  const own = ['--name', nameOf(start), '--label', `${LABEL}=${start.run}`, '--network', 'host']
  // Where the system labels files, those that are mounted keep the labels that they have.
  const engine = ['run', '--rm', '--security-opt', 'label=disable', ...own, ...user, ...mounts, ...names, k6.by.image]
  return { file: k6.by.engine, args: [...engine, ...args], env }
}

export function startK6(k6: K6, start: Start): Running {
  const { file, args, env } = commandOf(k6, start)
  // In a group of its own, Ctrl-C reaches it through us alone. It writes its progress to us: if we are gone, it ends too.
  const child: ChildProcess = spawn(file, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const began = performance.now()
  const said: string[] = []
  let seconds: number | null = null
  let over = false
  const watching = setInterval(() => (seconds = processorSeconds(child.pid) ?? seconds), OFTEN)
  child.stdout?.resume()
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (said.length < KEPT && line.trim() !== '') said.push(line)
    })
  const ended = new Promise<Ended>((resolve) => {
    const end = (code: number | null) => {
      over = true
      clearInterval(watching)
      const cpu = seconds === null || !('file' in k6.by) ? null : (seconds * 1000) / (performance.now() - began)
      resolve({ code, said, cpu })
    }
    child.once('error', (error) => {
      said.push(error.message)
      end(null)
    })
    child.once('close', (code) => end(code))
  })
  const kill = () => {
    child.kill('SIGKILL')
    // An engine's client does not take its container with it.
    if ('engine' in k6.by) remove(k6.by.engine, nameOf(start))
  }
  const stop = () => {
    if ('engine' in k6.by) void interrupt(k6.by.engine, nameOf(start), () => over)
    else child.kill('SIGINT')
  }
  return { ended, stop, kill }
}
