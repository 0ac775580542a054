import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Fuzzed } from '../../schemas/fuzzed.ts'
import type { TargetFile } from '../../schemas/target.ts'

/** How hard a claim is, told by its first word. */
export type Level = 'MUST' | 'SHOULD' | 'MAY'

const levelVerdicts = { MUST: 'fail', SHOULD: 'warn', MAY: 'note' } as const
export type BreachVerdict = (typeof levelVerdicts)[Level]

/** The verdict that a breach of this claim has. */
export function verdictOf(claim: string): BreachVerdict {
  const word = claim.split(' ', 1)[0]
  if (word === 'MUST' || word === 'SHOULD' || word === 'MAY') return levelVerdicts[word]
  throw new Error(`the claim '${claim}' begins with neither MUST, SHOULD nor MAY`)
}

/** The claim in the words of a level: what is a failure is no 'SHOULD'. Of a note, the claim as it is. */
export const saidAt = (claim: string, level: Level | undefined): string =>
  level === undefined || level === 'MAY' ? claim : claim.replace(/^(?:MUST|SHOULD)(?= )/, level)

/** What a check says by throwing it: no mistake in the code, so where it was thrown is not recorded, which takes time. */
class Finding extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Thrown by a check: what was seen contradicts its claim. */
export class Breach extends Finding {
  override readonly name = 'Breach'
  readonly expected: string
  readonly got: string
  readonly exchanges: readonly Exchange[]
  /** Where a breach is lighter or heavier than the claim says. */
  readonly level: Level | undefined
  /** How fuzzing came to it. */
  readonly fuzz: Fuzzed | undefined
  /** It was seen once and, tried again, not again. */
  readonly intermittent: boolean
  /** It is a change, which another operation may have made: told only if it is seen again while nothing else writes. */
  readonly change: boolean
  /**
   * Which of the ways in which this check can fail this is. With the check's id and the status it groups breaches that one
   * mend removes, so it names no operation, field or value. Left out where the check can fail in one way only.
   */
  override readonly cause: string

  constructor(said: {
    expected: string
    got: string
    exchanges: readonly Exchange[]
    level?: Level
    fuzz?: Fuzzed
    intermittent?: boolean
    change?: true
    cause?: string
  }) {
    super(`expected ${said.expected}; got ${said.got}`)
    this.expected = said.expected
    this.got = said.got
    this.exchanges = said.exchanges
    this.level = said.level
    this.fuzz = said.fuzz
    this.intermittent = said.intermittent ?? false
    this.change = said.change ?? false
    this.cause = said.cause ?? ''
  }
}

/** A reason that names what differs from result to result, and what all of them have in common. */
export interface Reason {
  readonly text: string
  readonly cause: string
}

/** Thrown by a check: what was seen fits a conforming and a broken target alike. */
export class Inconclusive extends Finding {
  override readonly name = 'Inconclusive'
  readonly supply: string | undefined
  readonly exchanges: readonly Exchange[]
  readonly entry: TargetFile | undefined
  /** What groups results that are undecided for one reason: the reason itself, unless it names what differs between them. */
  override readonly cause: string

  /**
   * @param reason why it can't be told; with a cause of its own where it names a status, a field or a value
   * @param supply what the user could give to have it decided
   * @param entry the same as a part of a target file, where that is not just what the operation needs to succeed
   */
  constructor(reason: string | Reason, supply?: string, exchanges: readonly Exchange[] = [], entry?: TargetFile) {
    const { text, cause } = typeof reason === 'string' ? { text: reason, cause: reason } : reason
    super(text)
    this.cause = cause
    this.supply = supply
    this.exchanges = exchanges
    this.entry = entry
  }
}

/** What would decide what can only be tried on a record that the run makes. */
export const RECORD = 'a record that the run can create and find: see what its create needs'

export const noRecord = (): Inconclusive => new Inconclusive('no record of its kind could be created and found', RECORD)

/** Thrown by a check whose request was never sent: not allowed, not within a limit. */
export class Skipped extends Finding {
  override readonly name = 'Skipped'
}

/** Thrown by a check that needs a result which is no pass. */
export class Blocked extends Finding {
  override readonly name = 'Blocked'
  readonly by: string

  constructor(reason: string, by: string) {
    super(reason)
    this.by = by
  }
}

/** Why evidence could not be had: what a check is told in place of what it needs. */
export type Missing = Inconclusive | Skipped | Blocked

export const isMissing = (value: unknown): value is Missing =>
  value instanceof Inconclusive || value instanceof Skipped || value instanceof Blocked

/** A response in a line, for `got`; whoever shows it takes the token out before shortening it. */
export function inWords(exchange: Exchange): string {
  const { response } = exchange
  if (!response) return `no response (${exchange.failure ?? 'unknown'})`
  const type = response.contentTypes.join(' and ') || 'no Content-Type'
  return `${response.status}, ${type}, ${response.size === 0 ? 'no body' : response.text.replaceAll(/\s+/g, ' ').slice(0, 1000)}`
}
