import type { Result, Verdict } from '../../schemas/report.ts'
import { actionChecks } from '../checks/actions.ts'
import { censusChecks } from '../checks/census.ts'
import { jobChecks } from '../checks/jobs.ts'
import { resultId } from './judge.ts'
import type { Planned } from './plan.ts'

const tellingChange: ReadonlySet<string> = new Set([...censusChecks, ...jobChecks, ...actionChecks].map(({ id }) => id))
const told: ReadonlySet<Verdict> = new Set<Verdict>(['fail', 'warn', 'known'])

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

  /** Whether a result tells of an operation that changes what it should leave alone. */
  get tellsChange(): boolean {
    return [...this.#reached.values()].some(({ check, verdict }) => tellingChange.has(check) && told.has(verdict))
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
