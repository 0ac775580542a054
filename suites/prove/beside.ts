/** The unfaulted server, judged once by each selection that a faulted one is judged by. */
import type { Accusation } from '../../schemas/matrix.ts'
import type { Job, Judged } from './job.ts'
import type { Threads } from './threads.ts'

export class Beside {
  readonly #threads: Threads
  readonly #job: Pick<Job, 'server' | 'seed'>
  readonly #judged = new Map<string, Promise<readonly Accusation[]>>()

  constructor(threads: Threads, job: Pick<Job, 'server' | 'seed'>) {
    this.#threads = threads
    this.#job = job
  }

  /** What is said against it in a run of this selection. */
  accusations(only: readonly string[]): Promise<readonly Accusation[]> {
    const key = only.toSorted().join('\n')
    const known = this.#judged.get(key)
    if (known) return known
    const found = this.#threads.run({ ...this.#job, only, fuzz: true }).then(against)
    this.#judged.set(key, found)
    return found
  }

  async all(): Promise<readonly Accusation[]> {
    const all = (await Promise.all(this.#judged.values())).flat()
    return [...new Map(all.map((one) => [one.result, one])).values()]
  }
}

const accusing: readonly string[] = ['fail', 'warn', 'error']

/** What is said against a server that keeps everything. */
export function against({ said, trouble }: Judged): readonly Accusation[] {
  const results = said.filter(({ verdict }) => accusing.includes(verdict))
  return [
    ...results.map(({ id, verdict, message }) => ({ result: id, verdict, message })),
    ...trouble.map((message) => ({ result: 'the run itself', verdict: 'error', message })),
  ]
}
