/** A terminal in which a page's commands are run as a reader would type them: bash, `touchstone` and `npx` on the PATH, an empty folder. */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { cleanEnvironment } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'

export interface Ran {
  readonly code: number | null
  readonly printed: string
}

export class Terminal {
  readonly folder = emptyFolder()
  readonly #bin = join(this.folder, '.bin')
  readonly #staying: ChildProcess[] = []

  /** @param entryPoint what `touchstone` starts; runs that name no part judge the operations of a few groups */
  constructor(entryPoint: string) {
    mkdirSync(this.#bin)
    const call = `exec '${process.execPath}' '${entryPoint}' "$@"`
    // A whole run of the sound server is judged elsewhere, by test/cli/certify.test.ts and by the proof. Here a part of it is enough.
    const unless = (option: string, more: string) =>
      `case " $* " in (*" ${option} "*) ;; (" run "*) set -- "$@" ${option} ${more} ;; esac\n`
    const briefly = [unless('--fuzz', '1'), unless('--only', "'registry.*' 'settings.*'"), call].join('')
    this.#program('touchstone', briefly)
    this.#program('npx', `[ "$1" = touchstone ] || exit 99\nshift\n${briefly}`)
  }

  #program(name: string, lines: string): void {
    writeFileSync(join(this.#bin, name), `#!/bin/sh\n${lines}\n`)
    chmodSync(join(this.#bin, name), 0o755)
  }

  get #setting() {
    const env = cleanEnvironment()
    return { cwd: this.folder, env: { ...env, PATH: [this.#bin, env['PATH']].join(delimiter) } }
  }

  /** Runs a block; what it exports is there in the next one. */
  run(block: string): Promise<Ran> {
    const script = `[ ! -e .bin/env ] || . ./.bin/env\nset -e\n${block}\nexport -p > .bin/env`
    return new Promise((resolve) => {
      execFile('bash', ['-c', script], { ...this.#setting, maxBuffer: 2 ** 26 }, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, printed: out + err }),
      )
    })
  }

  /** Starts a block, and resolves when it says that it listens. */
  async stay(block: string): Promise<void> {
    const child = spawn('bash', ['-c', `exec ${block.trim()}`], {
      ...this.#setting,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#staying.push(child)
    let printed = ''
    const ended = once(child, 'close').then(() => {
      throw new Error(`it ended and never listened: ${printed}`)
    })
    const listens = new Promise<void>((resolve) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text
        if (/^listening /m.test(printed)) resolve()
      })
    })
    ended.catch(() => undefined)
    await Promise.race([listens, ended])
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#staying.map(async (child) => {
        const ended = once(child, 'close')
        child.kill()
        await ended
      }),
    )
  }
}
