/** How a target has answered variations of one sort so far. */

/** So many of a sort are taken before the sort counts as taken everywhere. */
const ENOUGH = 12

interface Count {
  taken: number
  refused: number
}

/** What tells one sort of variation from another. */
interface Sort {
  readonly family: string
  readonly kind?: string
}

const sortOf = ({ family, kind = '' }: Sort) => `${family} ${kind}`

/** What a run has learned of what its target takes. */
export class Lenience {
  readonly #counts = new Map<string, Count>()

  note(variation: Sort, taken: boolean): void {
    const count = this.#counts.get(sortOf(variation)) ?? { taken: 0, refused: 0 }
    count[taken ? 'taken' : 'refused'] += 1
    this.#counts.set(sortOf(variation), count)
  }

  /** Whether most of the sort are taken: then one more taker stands out nowhere, and need not be asked twice. */
  takes(variation: Sort): boolean {
    const { taken, refused } = this.#counts.get(sortOf(variation)) ?? { taken: 0, refused: 0 }
    return taken >= ENOUGH && taken > refused
  }
}
