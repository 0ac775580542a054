/** Keeps the writes of other lanes back while one lane looks whether a change was its own (docs/judgement.md, rule 14). */
export class Gate {
  readonly #writing = new Map<object, number>()
  #holder: object | null = null
  #wake: (() => void)[] = []

  /** Sends a write of this lane, unless another lane holds the gate: then it waits. */
  async pass<T>(lane: object, write: () => Promise<T>): Promise<T> {
    // Nothing may come between the look at the gate and the step through it: so both stand in one function.
    while (this.#holder !== null && this.#holder !== lane) await this.#change()
    this.#count(lane, 1)
    try {
      return await write()
    } finally {
      this.#count(lane, -1)
    }
  }

  /** Does something while no other lane writes. Creates that others wait for must not pass the gate. */
  async hold<T>(lane: object, act: () => Promise<T>): Promise<T> {
    while (this.#holder !== null) await this.#change()
    this.#holder = lane
    try {
      while ([...this.#writing.keys()].some((one) => one !== lane)) await this.#change()
      return await act()
    } finally {
      this.#holder = null
      this.#tell()
    }
  }

  #count(lane: object, by: number): void {
    const left = (this.#writing.get(lane) ?? 0) + by
    if (left === 0) this.#writing.delete(lane)
    else this.#writing.set(lane, left)
    if (by < 0) this.#tell()
  }

  /** Until somebody is through, or lets go. */
  #change(): Promise<void> {
    return new Promise((resolve) => this.#wake.push(resolve))
  }

  #tell(): void {
    const waiting = this.#wake
    this.#wake = []
    for (const wake of waiting) wake()
  }
}
