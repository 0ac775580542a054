/** Says how far `npm test` is while it runs, and at its end which files took longest. */
import type { Reporter, TestModule, TestSpecification } from 'vitest/node'

/** Between two lines of progress, in milliseconds. */
const EVERY = 20_000
/** Files that are named in the end, and how long one takes at least that is: in milliseconds. */
const SLOWEST = 10
const SLOW = 1000

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export class PaceReporter implements Reporter {
  readonly #print: (text: string) => void
  readonly #running = new Map<string, number>()
  #planned = 0
  #done = 0
  #failed = 0
  #started = 0
  #timer: NodeJS.Timeout | undefined

  constructor(print: (text: string) => void = (text) => void process.stdout.write(text)) {
    this.#print = print
  }

  onTestRunStart(specifications: readonly Pick<TestSpecification, 'moduleId'>[]): void {
    this.#planned = specifications.length
    this.#done = 0
    this.#failed = 0
    this.#started = performance.now()
    this.#running.clear()
    clearInterval(this.#timer)
    this.#timer = setInterval(() => this.tell(), EVERY)
    this.#timer.unref()
  }

  onTestModuleStart({ relativeModuleId }: Pick<TestModule, 'relativeModuleId'>): void {
    this.#running.set(relativeModuleId, performance.now())
  }

  onTestModuleEnd(module: Pick<TestModule, 'relativeModuleId' | 'ok'>): void {
    this.#running.delete(module.relativeModuleId)
    this.#done++
    if (!module.ok()) this.#failed++
  }

  /** One line: files that are done, how many of them failed, and what has been running and for how long. */
  tell(): void {
    const now = performance.now()
    const running = [...this.#running].map(([id, since]) => `${id} for ${seconds(now - since)}`)
    const failed = this.#failed === 0 ? '' : `, ${this.#failed} failed`
    const what = running.length === 0 ? '' : `; running: ${running.join(', ')}`
    this.#print(`${seconds(now - this.#started)}: ${this.#done} of ${this.#planned} files${failed}${what}\n`)
  }

  onTestRunEnd(modules: readonly Pick<TestModule, 'relativeModuleId' | 'diagnostic'>[]): void {
    clearInterval(this.#timer)
    const slowest = modules
      .map((module) => ({ id: module.relativeModuleId, ms: module.diagnostic().duration }))
      .filter(({ ms }) => ms >= SLOW)
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, SLOWEST)
    if (slowest.length < 2) return
    const width = Math.max(...slowest.map(({ ms }) => seconds(ms).length))
    const lines = slowest.map(({ id, ms }) => `  ${seconds(ms).padStart(width)}  ${id}`)
    this.#print(`\nThe ${slowest.length} slowest files:\n${lines.join('\n')}\n`)
  }
}
