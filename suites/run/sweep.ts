/** Where lanes meet when all else was sent: what shows late is looked for once, at the end, and not by each request. */
export class Sweep {
  #under = 0
  readonly #all = Promise.withResolvers<void>()

  /**
   * A lane takes part.
   * @returns what it calls at its end, however it ends: resolves once every lane has
   */
  join(): () => Promise<void> {
    this.#under++
    let here = false
    return () => {
      if (!here && --this.#under === 0) this.#all.resolve()
      here = true
      return this.#all.promise
    }
  }
}
