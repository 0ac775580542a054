/** The unfaulted server, judged by each selection that a faulted one is judged by. */
import type { Accusation } from '../../schemas/matrix.ts'
import type { Job, Judged } from './job.ts'
import type { Threads } from './threads.ts'

/** So many selections are judged by one run: what they have in common is sent once. */
const TOGETHER = 64

interface Waiting {
  readonly only: readonly string[]
  readonly fuzz: boolean
  readonly wire: boolean
  readonly found: PromiseWithResolvers<readonly Accusation[]>
}

export class Beside {
  readonly #threads: Threads
  readonly #job: Pick<Job, 'server' | 'seed'>
  readonly #alone: boolean
  readonly #judged = new Map<string, Promise<readonly Accusation[]>>()
  #waiting: Waiting[] = []

  /** @param alone whether each selection gets a run of its own */
  constructor(threads: Threads, job: Pick<Job, 'server' | 'seed'>, alone: boolean) {
    this.#threads = threads
    this.#job = job
    this.#alone = alone
  }

  /**
   * What is said against it in a run of this selection; of everything, always with fuzzing.
   * @param wire whether those beside it are judged over a wire
   */
  accusations(only: readonly string[], fuzz = true, wire = false): Promise<readonly Accusation[]> {
    const isWhole = only.length === 0
    const waiting = { only, fuzz: fuzz || isWhole, wire }
    const key = [waiting.fuzz, wire, ...only.toSorted()].join('\n')
    const known = this.#judged.get(key)
    if (known) return known
    const found = isWhole || this.#alone ? this.#judge(waiting) : this.#judgeSoon(waiting)
    this.#judged.set(key, found)
    return found
  }

  /** With the others that are asked for in the same turn of the event loop. */
  #judgeSoon(wanted: Omit<Waiting, 'found'>): Promise<readonly Accusation[]> {
    const found = Promise.withResolvers<readonly Accusation[]>()
    if (this.#waiting.push({ ...wanted, found }) === 1) setImmediate(() => this.#judgeWaiting())
    return found.promise
  }

  #judgeWaiting(): void {
    // Those of one check stand side by side: they look at the same. What is not fuzzed stands apart from what is.
    const waiting = this.#waiting
      .splice(0)
      .toSorted((one, other) => Number(one.fuzz) - Number(other.fuzz) || checkOf(one).localeCompare(checkOf(other)))
    for (const some of Map.groupBy(waiting, ({ wire }) => wire).values())
      for (let at = 0; at < some.length; at += TOGETHER) void this.#judgeTogether(some.slice(at, at + TOGETHER))
  }

  /** What all together are not accused of, none is accused of; where something is said, each is judged by itself. */
  async #judgeTogether(some: readonly Waiting[]): Promise<void> {
    try {
      const only = [...new Set(some.flatMap((one) => one.only))]
      const all = await this.#judge({ only, fuzz: some.some(({ fuzz }) => fuzz), wire: some.some(({ wire }) => wire) })
      for (const one of some) one.found.resolve(all.length === 0 || some.length === 1 ? all : this.#judge(one))
    } catch (error) {
      for (const { found } of some) found.reject(error)
    }
  }

  #judge({ only, fuzz, wire }: Omit<Waiting, 'found'>): Promise<readonly Accusation[]> {
    return this.#threads.run({ ...this.#job, only, fuzz, wire }).then(against)
  }

  async all(): Promise<readonly Accusation[]> {
    const all = (await Promise.all(this.#judged.values())).flat()
    return [...new Map(all.map((one) => [one.result, one])).values()]
  }
}

const checkOf = ({ only: [first = ''] }: Waiting): string => first.slice(first.indexOf(' ') + 1)

const accusing: readonly string[] = ['fail', 'warn', 'error']

/** What is said against a server that keeps everything, and what was left there. */
export function against({ said, trouble, left = [] }: Judged): readonly Accusation[] {
  const results = said.filter(({ verdict }) => accusing.includes(verdict))
  return [
    ...results.map(({ id, verdict, message }) => ({ result: id, verdict, message })),
    ...[...trouble, ...left].map((message) => ({ result: 'the run itself', verdict: 'error', message })),
  ]
}
