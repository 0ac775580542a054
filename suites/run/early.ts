/** Exchanges from before a run knows its target's ways: they are kept, and seen again once it does. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Profile } from '../target/profile.ts'

export abstract class Early {
  #kept: Exchange[] = []
  #profile: Profile | null = null

  /** The target's ways; null before they are known. */
  protected get profile(): Profile | null {
    return this.#profile
  }

  /** Judges from now on by this profile, and makes up for what came before. */
  start(profile: Profile): void {
    this.#profile = profile
    const kept = this.#kept
    this.#kept = []
    for (const exchange of kept) this.observe(exchange)
  }

  observe(exchange: Exchange): void {
    if (this.#profile) this.see(exchange, this.#profile)
    else this.#kept.push(exchange)
  }

  /** Takes in an exchange of a target whose ways are known. */
  protected abstract see(exchange: Exchange, profile: Profile): void
}
