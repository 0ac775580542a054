import type { OperationId } from '../../schemas/registry.ts'
import type { Retry } from '../../schemas/report.ts'

/** Counts what is sent more than once on purpose, by what it is and why. */
export class Retries {
  readonly #times = new Map<string, Retry>()

  #add(of: string, why: Retry['why'], more = 1): void {
    const key = `${why} ${of}`
    this.#times.set(key, { of, why, times: (this.#times.get(key)?.times ?? 0) + more })
  }

  /** Adds what an interrupted run had counted. */
  restore(saved: readonly Retry[]): void {
    for (const { of, why, times } of saved) this.#add(of, why, times)
  }

  /** A request went out once more. */
  readonly sent = (operation: OperationId | null, why: 'cut' | 'busy'): void => this.#add(operation ?? 'control', why)

  /** These results rest on a breach, which is to be seen again (docs/judgement.md, rule 14). */
  doubted(results: readonly string[]): void {
    for (const id of results) this.#add(id, 'breach')
  }

  all(): readonly Retry[] {
    return [...this.#times.values()]
  }
}
