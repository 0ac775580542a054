/** Reads what the scripts tell, while they still write it. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'

/** Bytes that are read in one go. */
const PIECE = 1 << 20

/** The lines that are added to a file from now on. */
export class Lines {
  readonly #file: string
  #at: number
  #rest = Buffer.alloc(0)

  constructor(file: string) {
    this.#file = file
    this.#at = existsSync(file) ? statSync(file).size : 0
  }

  /** The whole lines that came since it was asked last. */
  read(): readonly string[] {
    if (!existsSync(this.#file)) return []
    const file = openSync(this.#file, 'r')
    const lines: string[] = []
    const piece = Buffer.alloc(PIECE)
    try {
      for (;;) {
        const size = readSync(file, piece, 0, PIECE, this.#at)
        if (size === 0) return lines
        this.#at += size
        const all = Buffer.concat([this.#rest, piece.subarray(0, size)])
        const end = all.lastIndexOf(10) + 1
        this.#rest = Buffer.from(all.subarray(end))
        if (end > 0) lines.push(...all.toString('utf8', 0, end - 1).split('\n'))
      }
    } finally {
      closeSync(file)
    }
  }
}
