import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn, textsIn } from '../../fixtures/payload/find.ts'
import type { Profile } from '../target/profile.ts'

/** The texts that a run made up and only requests with bad credentials have carried so far. */
export class RefusedTexts {
  readonly #run: string
  readonly #rightful = new Set<string>()
  readonly #refused = new Map<string, Exchange>()

  /** @param run the run's id, which stands in every text that is made up */
  constructor(run: string) {
    this.#run = run
  }

  /** Learns what a request carried, and what its answer shows. */
  learn(exchange: Exchange, profile: Profile): void {
    const { response, asked, credential } = exchange
    const carried = [...this.#own(asked?.body), ...this.#own(asked?.query)]
    if (credential === 'right' || credential === 'lower-case') {
      for (const text of [...carried, ...(response?.json.ok ? this.#own(response.json.value) : [])]) {
        this.#rightful.add(text)
        this.#refused.delete(text)
      }
    } else if (profile.isRefusal(exchange))
      for (const text of carried) if (!this.#rightful.has(text)) this.#refused.set(text, exchange)
  }

  /** One of them that an answer shows, with the request that carried it. */
  shownIn(value: unknown): { readonly text: string; readonly by: Exchange } | undefined {
    if (this.#refused.size === 0) return undefined
    for (const text of this.#own(value)) {
      const by = this.#refused.get(text)
      if (by) return { text, by }
    }
    return undefined
  }

  #own(value: unknown): readonly string[] {
    return [...textsIn(value).filter((text) => text.includes(this.#run)), ...ports(value)]
  }
}

/** The ports of a port, which the run makes up as it does texts: no server gives them of its own accord. */
const ports = (value: unknown): readonly string[] =>
  objectsIn(value).flatMap((object) =>
    ['publishedPort', 'targetPort'].flatMap((field) =>
      typeof object[field] === 'number' ? [`${field} ${object[field]}`] : [],
    ),
  )
