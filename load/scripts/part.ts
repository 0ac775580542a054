/** Which part of a load this k6 is, of how many: work that is done once is dealt out among them. */

export interface Part {
  /** From 0. */
  readonly index: number
  readonly count: number
}

function number(text: string): number {
  const [, value = '', sign, below] = /^(\d+(?:\.\d+)?)(?:(%)|\/(\d+))?$/.exec(text.trim()) ?? []
  return Number(value) / (sign ? 100 : below === undefined ? 1 : Number(below))
}

/**
 * @param segment as k6 writes it ('1/4:2/4', '25%'); nothing for the whole load
 * @param sequence where all parts begin and end ('0,1/4,2/4,1'); nothing where all are as long as this one
 */
export function partOf(segment: string | null | undefined, sequence: string | null | undefined): Part {
  if (!segment) return { index: 0, count: 1 }
  const ends = segment.split(':').map(number)
  const [from = 0, to = 1] = ends.length === 1 ? [0, ...ends] : ends
  if (sequence) {
    const marks = sequence.split(',').map(number)
    const index = marks.findIndex((mark) => Math.abs(mark - from) < 1e-9)
    if (index >= 0) return { index, count: Math.max(1, marks.length - 1) }
  }
  const length = to - from
  return { index: Math.round(from / length), count: Math.max(1, Math.round(1 / length)) }
}
