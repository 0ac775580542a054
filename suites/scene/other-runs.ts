import type { Exchange } from '../../fixtures/http/exchange.ts'
import { textsOfOtherRuns } from '../values/other-run.ts'

/**
 * Sees whether another run of Touchstone is at work on the target: its texts come and go in what a read shows. What a run that was
 * killed has left stays as it is. What both runs write (a setting, the permissions of a user) tells of neither what it did.
 */
export class OtherRuns {
  readonly #run: string
  /** By the path of a read: the texts of others that it showed last. */
  readonly #shown = new Map<string, string>()
  #seen: string | null = null

  /** @param run the id of this run */
  constructor(run: string) {
    this.#run = run
  }

  /** The id of the first that was seen at work. */
  get seen(): string | null {
    return this.#seen
  }

  observe({ method, path, response, credential }: Exchange): void {
    if (this.#seen !== null || method !== 'GET' || credential !== 'right' || response?.status !== 200) return
    const others = textsOfOtherRuns(response.text, this.#run)
    const texts = others
      .map(({ text }) => text)
      .toSorted()
      .join(' ')
    const before = this.#shown.get(path)
    this.#shown.set(path, texts)
    if (before === undefined || before === texts) return
    this.#seen = others[0]?.run ?? textsOfOtherRuns(before, this.#run)[0]?.run ?? null
  }
}
