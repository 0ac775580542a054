import type { Result } from '../../schemas/report.ts'
import { resultId } from './judge.ts'
import type { Planned } from './plan.ts'

/** The results of a run as they are reached, and whoever waits for one. */
export class Results {
  readonly planned: ReadonlySet<string>
  readonly #reached = new Map<string, Result>()
  readonly #waiting = new Map<string, (result: Result | null) => void>()
  #failures = 0
  #over = false

  constructor(plan: readonly Planned[]) {
    this.planned = new Set(plan.flatMap(({ operation, checks }) => checks.map((check) => resultId(operation, check))))
  }

  get failures(): number {
    return this.#failures
  }

  get reached(): number {
    return this.#reached.size
  }

  has(id: string): boolean {
    return this.#reached.has(id)
  }

  /** In the order of the plan. */
  list(): readonly Result[] {
    return [...this.planned].flatMap((id) => this.#reached.get(id) ?? [])
  }

  /** @throws Error where a result is there already: whoever waited for it has gone on with the first */
  add(results: readonly Result[]): void {
    for (const result of results) {
      if (this.#reached.has(result.id)) throw new Error(`${result.id} is judged twice`)
      this.#reached.set(result.id, result)
      if (result.verdict === 'fail') this.#failures++
      this.#waiting.get(result.id)?.(result)
      this.#waiting.delete(result.id)
    }
  }

  /** The result of that id once it is reached; null where the run ended before. */
  wait(id: string): Promise<Result | null> {
    const known = this.#reached.get(id)
    if (known || this.#over) return Promise.resolve(known ?? null)
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  /** Nothing more will come. */
  end(): void {
    this.#over = true
    for (const resolve of this.#waiting.values()) resolve(null)
  }
}
