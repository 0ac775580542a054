/** How a target has answered variations of one sort so far. */
import type { Variation } from './variations.ts'

/** So many of a sort are taken before the sort counts as taken everywhere. */
const ENOUGH = 12

interface Count {
  taken: number
  refused: number
}

const sortOf = ({ family, kind = '' }: Variation) => `${family} ${kind}`

/** What a run has learned of what its target takes. */
export class Lenience {
  readonly #counts = new Map<string, Count>()

  note(variation: Variation, taken: boolean): void {
    const count = this.#counts.get(sortOf(variation)) ?? { taken: 0, refused: 0 }
    count[taken ? 'taken' : 'refused'] += 1
    this.#counts.set(sortOf(variation), count)
  }

  /** Whether most of the sort are taken: then one more taker stands out nowhere, and need not be asked twice. */
  takes(variation: Variation): boolean {
    const { taken, refused } = this.#counts.get(sortOf(variation)) ?? { taken: 0, refused: 0 }
    return taken >= ENOUGH && taken > refused
  }
}
