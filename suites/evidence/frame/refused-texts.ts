import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { isObject } from '../../../schemas/json-object.ts'
import type { OperationId } from '../../../schemas/registry.ts'
import type { Profile } from '../../target/profile.ts'

/** What a run keeps of it for one that goes on with it. */
export interface SavedTexts {
  /** Each refused request with the texts that it alone carried. */
  readonly refused: readonly { readonly texts: readonly string[]; readonly by: Exchange }[]
  /** Texts saved before that rightful requests have carried since. */
  readonly rightful: readonly string[]
}

/** The texts that a run made up and only requests with bad credentials have carried so far. */
export class RefusedTexts {
  readonly #runs: string[]
  readonly #rightful = new Set<string>()
  readonly #refused = new Map<string, Exchange>()
  readonly #saved = new Set<string>()
  /** Those that are not saved yet, by the operation whose refused request carried them. */
  readonly #unsaved = new Map<OperationId, Set<string>>()
  /** Saved ones that rightful requests have carried since the last was saved. */
  #rightfulSince: string[] = []

  /** @param run the run's id, which stands in every text that is made up */
  constructor(run: string) {
    this.#runs = [run]
  }

  /** What refused requests to this operation alone have carried, now that nothing more is sent for it. */
  save(operation: OperationId): SavedTexts {
    const rightful = this.#rightfulSince
    this.#rightfulSince = []
    const refused = new Map<Exchange, string[]>()
    for (const text of this.#unsaved.get(operation) ?? []) {
      const by = this.#refused.get(text)
      if (by?.operation !== operation || this.#saved.has(text)) continue
      this.#saved.add(text)
      const texts = refused.get(by)
      if (texts) texts.push(text)
      else refused.set(by, [text])
    }
    this.#unsaved.delete(operation)
    return { refused: [...refused].map(([by, texts]) => ({ texts, by })), rightful }
  }

  /** @param run the interrupted run that saved it */
  restore({ refused, rightful }: SavedTexts, run: string): void {
    if (!this.#runs.includes(run)) this.#runs.push(run)
    for (const { texts, by } of refused)
      for (const text of texts) {
        this.#refused.set(text, by)
        this.#saved.add(text)
      }
    for (const text of rightful) this.#refused.delete(text)
  }

  /** Learns what a request carried, and what its response shows. */
  learn(exchange: Exchange, profile: Profile): void {
    const { response, asked, credential } = exchange
    const texts = this.#own(asked?.query, this.#own(asked?.body))
    if (credential === 'right' || credential === 'lower-case') {
      for (const text of texts) this.#allow(text)
      for (const text of response?.json.ok ? this.#shown(response.json.value) : []) this.#allow(text)
    } else if (profile.isRefusal(exchange))
      for (const text of texts) if (!this.#rightful.has(text)) this.#refuse(text, exchange)
  }

  #allow(text: string): void {
    this.#rightful.add(text)
    if (this.#refused.delete(text) && this.#saved.delete(text)) this.#rightfulSince.push(text)
  }

  #refuse(text: string, by: Exchange): void {
    this.#refused.set(text, by)
    if (by.operation === null || this.#saved.has(text)) return
    const unsaved = this.#unsaved.get(by.operation)
    if (unsaved) unsaved.add(text)
    else this.#unsaved.set(by.operation, new Set([text]))
  }

  /** One of them that a response shows, with the request that carried it. */
  shownIn(value: unknown): { readonly text: string; readonly by: Exchange } | undefined {
    if (this.#refused.size === 0) return undefined
    for (const text of this.#shown(value)) {
      const by = this.#refused.get(text)
      if (by) return { text, by }
    }
    return undefined
  }

  /** The same response is looked through twice: for what was refused, and for what is rightful since. */
  #last: { readonly value: unknown; readonly own: readonly string[] } | null = null

  #shown(value: unknown): readonly string[] {
    const last = this.#last
    if (last !== null && last.value === value) return last.own
    const own = this.#own(value)
    this.#last = { value, own }
    return own
  }

  /** @param own those that were found before */
  #own(value: unknown, own: string[] = []): string[] {
    const walk = (one: unknown): void => {
      if (typeof one === 'string') {
        if (this.#runs.some((run) => one.includes(run))) own.push(one)
      } else if (Array.isArray(one)) for (const each of one as readonly unknown[]) walk(each)
      else if (isObject(one))
        for (const name of Object.keys(one)) {
          const each = one[name]
          if (typeof each === 'number' && ports.has(name)) own.push(`${name} ${each}`)
          else walk(each)
        }
    }
    walk(value)
    return own
  }
}

/** The ports of a port, which the run makes up as it does texts: no server gives them of its own accord. */
const ports: ReadonlySet<string> = new Set(['publishedPort', 'targetPort'])
