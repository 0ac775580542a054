import type { Result } from '../../schemas/report.ts'
import { resultId } from './judge.ts'
import type { Planned } from './plan.ts'

/** The results of a run as they are reached. */
export class Results {
  readonly planned: ReadonlySet<string>
  readonly #reached = new Map<string, Result>()
  #failures = 0

  constructor(plan: readonly Planned[]) {
    this.planned = new Set(plan.flatMap(({ operation, checks }) => checks.map((check) => resultId(operation, check))))
  }

  get progress(): { planned: number; done: number; failures: number } {
    return { planned: this.planned.size, done: this.#reached.size, failures: this.#failures }
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

  /** @throws Error where a result is there already */
  add(results: readonly Result[]): void {
    for (const result of results) {
      if (this.#reached.has(result.id)) throw new Error(`${result.id} is judged twice`)
      this.#reached.set(result.id, result)
      if (result.verdict === 'fail') this.#failures++
    }
  }
}
