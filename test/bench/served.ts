/** A server in a process of its own, as a user has it, and a target file that says little of it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TargetFile } from '../../schemas/target.ts'

export interface Served {
  readonly baseUrl: string
  readonly token: string
  /** Of no more than where created records go. */
  readonly identifiers: Readonly<Record<string, string>>
  close(): Promise<void>
}

const command = fileURLToPath(new URL('../../cli/touchstone.js', import.meta.url))
/** All that live under a project: the reference server lists them there. */
const kinds = ['application', 'compose', 'sqla', 'sqlb', 'sqlc', 'docstore', 'kvstore', 'colstore', 'port', 'mount']

/** Starts `touchstone serve` with these arguments; resolves when it is ready. */
export async function served(args: readonly string[]): Promise<Served> {
  const token = 'bench-token-of-no-worth'
  const child = spawn(process.execPath, [command, 'serve', '--token', token, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      if (/^listening /m.test(text)) resolve(text)
    })
    child.once('exit', (code) => reject(new Error(`serve ${args.join(' ')} ended with ${code}`)))
  })
  const word = (name: string) => new RegExp(`^${name} (\\S+)$`, 'm').exec(said)?.[1] ?? ''
  return {
    baseUrl: word('listening'),
    token,
    identifiers: { projectId: word('projectId'), environmentId: word('environmentId') },
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** @param lookup whether it says too where records are listed */
export function targetOf({ baseUrl, token, identifiers }: Served, lookup: boolean): TargetFile {
  const lists = Object.fromEntries(kinds.map((kind) => [kind, { path: '/project.one?projectId={projectId}' }]))
  return { baseUrl, token, identifiers, ...(lookup ? { lookup: lists } : {}) }
}

/** Writes it where a run can read it; its path. */
export function targetFile(folder: string, server: Served, lookup: boolean): string {
  const file = join(folder, 'target.json')
  writeFileSync(file, JSON.stringify(targetOf(server, lookup)))
  return file
}

/** Milliseconds: how much longer than a server that is updated does not listen. */
const REOPENED = 500

/** Waits until an update of the server, which may be the last thing that was asked for, is over. */
export async function settled({ baseUrl }: Served): Promise<void> {
  await pause(REOPENED)
  while (!(await fetch(`${baseUrl}/settings.health`).catch(() => null))) await pause(REOPENED)
}
