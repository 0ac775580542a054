/** Turns what checks and monitors say into results. */
import { evidence } from '../../fixtures/http/evidence.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { Result } from '../../schemas/report.ts'
import { clauseOf, type AnyCheck, type Check, type ConsistencyCheck, type TestCase } from '../checks/check.ts'
import { optional, type Gathered } from '../evidence/frame/evidence.ts'
import { withEntry } from './entries.ts'
import { Blocked, Breach, saidAt, Skipped, Inconclusive, verdictOf } from '../claim/finding.ts'
import { newVolatilePaths } from '../scene/snapshot.ts'
import type { Profile } from '../target/profile.ts'

/** How exchanges are shown: where they went, and what must not be seen. */
export interface Showing {
  readonly baseUrl: string
  clean(text: string): string
}

export const resultId = (operation: Operation, check: AnyCheck): string => `${operation.id} ${check.id}`

export type Said = Omit<Result, 'id' | 'operation' | 'check' | 'clause' | 'durationMs'>

export function result(operation: Operation, check: AnyCheck, said: Said, durationMs: number): Result {
  return {
    id: resultId(operation, check),
    operation: operation.id,
    check: check.id,
    clause: clauseOf(check, operation),
    durationMs: Math.round(durationMs),
    ...said,
  }
}

export const shown = (exchanges: readonly Exchange[], showing: Showing) =>
  exchanges.filter((one) => one.serial > 0).map((one) => evidence(one, showing.baseUrl, (text) => showing.clean(text)))

/** A line is read to about here; evidence has the rest. */
const LINE = 300
const shortened = (text: string) => (text.length <= LINE ? text : `${text.slice(0, LINE)}…`)

const levelVerdict = (breach: Breach, claim: string) => verdictOf(breach.level ?? claim)

/** The way in which a check failed, and the status that showed it. */
const causeOf = ({ cause, exchanges }: Breach) =>
  [cause, exchanges.at(-1)?.response?.status ?? 'no response'].join(' ').trim()

/** What a thrown finding says; anything that is none is the suite's own defect. */
export function said(thrown: unknown, claim: string, showing: Showing): Said {
  const clean = (text: string) => shortened(showing.clean(text))
  if (thrown instanceof Breach)
    return {
      verdict: levelVerdict(thrown, claim),
      message: clean(`${saidAt(claim, thrown.level)}: got ${thrown.got}`),
      expected: showing.clean(thrown.expected),
      got: clean(thrown.got),
      cause: showing.clean(causeOf(thrown)),
      ...(thrown.fuzz ? { fuzz: thrown.fuzz } : {}),
      ...(thrown.intermittent ? { intermittent: true } : {}),
      evidence: shown(thrown.exchanges, showing),
    }
  if (thrown instanceof Inconclusive)
    return {
      verdict: 'inconclusive',
      message: clean(`Inconclusive: ${thrown.message}`),
      reason: clean(thrown.message),
      cause: clean(thrown.cause),
      ...(thrown.supply === undefined ? {} : { supply: thrown.supply }),
      ...(thrown.entry === undefined ? {} : { entry: thrown.entry }),
      evidence: shown(thrown.exchanges, showing),
    }
  if (thrown instanceof Skipped)
    return {
      verdict: 'skipped',
      message: `Not judged: ${thrown.message}`,
      reason: thrown.message,
      cause: thrown.message,
      evidence: [],
    }
  if (thrown instanceof Blocked)
    return {
      verdict: 'blocked',
      message: clean(`Blocked by: ${thrown.message}`),
      reason: clean(thrown.message),
      cause: thrown.by,
      blockedBy: thrown.by,
      evidence: [],
    }
  const why = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  return { verdict: 'error', message: clean(`A defect of Touchstone itself: ${why}`), evidence: [] }
}

/** What a check throws at a case; null: it holds. */
function attempt(check: Check, testCase: TestCase): unknown {
  try {
    check.prove(testCase)
    return null
  } catch (thrown) {
    return thrown ?? new Error('a check threw nothing')
  }
}

/** What was sent for a check: those of its needs that are one exchange. */
const sentFor = ({ needs }: Check, { gathered }: TestCase): readonly Exchange[] =>
  Object.values(needs).flatMap((need) => {
    const given = optional(need).from(gathered)
    return isExchange(given) ? [given] : []
  })

const isExchange = (given: unknown): given is Exchange =>
  typeof given === 'object' && given !== null && 'serial' in given && 'response' in given

/** Judges a case; a breach is seen again in a second case, where there is one (docs/judgement.md, rule 14). */
export class Judging {
  readonly #operation: Operation
  readonly #first: TestCase
  readonly #showing: Showing
  readonly #thrown: Map<Check, unknown>
  readonly #started: number

  constructor(operation: Operation, checks: readonly Check[], first: TestCase, showing: Showing, started: number) {
    this.#operation = operation
    this.#first = first
    this.#showing = showing
    this.#started = started
    this.#thrown = new Map(checks.map((check) => [check, attempt(check, first)]))
  }

  /** The checks whose breach waits to be confirmed: those of level MUST and SHOULD. */
  get doubtful(): readonly Check[] {
    return [...this.#thrown]
      .filter(([check, thrown]) => thrown instanceof Breach && levelVerdict(thrown, check.claim) !== 'note')
      .map(([check]) => check)
  }

  /** What a check was thrown by what it saw first. */
  breachOf(check: Check): Breach | null {
    const thrown = this.#thrown.get(check)
    return thrown instanceof Breach ? thrown : null
  }

  /** @param again the second case of a check whose breach was tried once more */
  results(again: (check: Check) => TestCase | null | undefined = () => null): readonly Result[] {
    const duration = performance.now() - this.#started
    const doubtful = new Set(this.doubtful)
    return [...this.#thrown].map(([check, thrown]) => {
      const first: Said =
        thrown === null
          ? { verdict: 'pass', message: `${check.claim}: held${check.remark?.(this.#first) ?? ''}`, evidence: [] }
          : said(thrown, check.claim, this.#showing)
      const second = doubtful.has(check) ? again(check) : null
      const confirmed = second ? this.#confirm(check, first, second) : first
      return result(this.#operation, check, withEntry(confirmed, this.#first), duration)
    })
  }

  #confirm(check: Check, first: Said, second: TestCase): Said {
    const thrown = attempt(check, second)
    if (thrown instanceof Breach) return said(thrown, check.claim, this.#showing)
    const again = thrown === null ? null : said(thrown, check.claim, this.#showing)
    const notTried = thrown instanceof Skipped || thrown instanceof Blocked
    // What the first try used up, or left as it should be, decides nothing a second time.
    const undecided = notTried || thrown instanceof Inconclusive
    // A change of state that was seen once, or a response that never came, may have had another cause; a response that broke
    // a rule has broken it. What takes several to be seen, another run may have changed.
    const breach = this.breachOf(check)
    const isOfTwo = second.otherRun !== undefined && (breach?.exchanges.length ?? 0) > 1
    if (check.transient || breach?.change || isOfTwo || breach?.exchanges.at(-1)?.response === null)
      return (notTried ? null : again) ?? this.#seenOnce(check, first, second)
    const evidence = again?.evidence ?? shown(sentFor(check, second), this.#showing)
    return {
      ...first,
      ...(undecided ? {} : { intermittent: true }),
      message: `${first.message} (${notAgain({ notTried, undecided })})`,
      evidence: [...first.evidence, ...evidence],
    }
  }

  #seenOnce(check: Check, first: Said, { moving }: TestCase): Said {
    // What was started moves by itself for a while, and so does what a refused start has set going.
    const started = this.#operation.effect === 'deploy'
    if (!started && check.explains(this.#first, moving))
      return {
        verdict: 'pass',
        message: `${check.claim}: held, except for what changes by itself`,
        evidence: [],
      }
    const reason = `it was seen once and not again: ${first.got ?? ''}`
    return {
      verdict: 'inconclusive',
      message: `Inconclusive: ${reason}`,
      reason,
      cause: 'seen once',
      intermittent: true,
      evidence: first.evidence,
    }
  }
}

/** Why a breach was not confirmed. */
function notAgain({ notTried, undecided }: { notTried: boolean; undecided: boolean }): string {
  if (notTried) return 'it could not be tried again'
  return undecided ? 'a second try was inconclusive' : 'intermittent: not seen again'
}

/**
 * Judges what was never sent.
 * @param defect of our own, that kept it from being sent; undefined: there was none
 */
export function judgeUnsent(
  operation: Operation,
  checks: readonly Check[],
  gathered: Gathered,
  profile: Profile,
  showing: Showing,
  defect?: unknown,
): readonly Result[] {
  const broken = (check: Check): Check => ({
    ...check,
    prove: () => {
      throw defect
    },
  })
  const judged = defect === undefined ? checks : checks.map(broken)
  const { moving } = newVolatilePaths()
  const testCase: TestCase = { operation, gathered, profile, placeholders: [], moving }
  return new Judging(operation, judged, testCase, showing, performance.now()).results()
}

/**
 * What is said of a consistency check when all have answered.
 * @param thrown what was found; null: nothing
 */
export function consistencyResult(
  operation: Operation,
  consistencyCheck: ConsistencyCheck,
  thrown: Error | null,
  showing: Showing,
): Result {
  const found: Said = thrown
    ? said(thrown, consistencyCheck.claim, showing)
    : { verdict: 'pass', message: `${consistencyCheck.claim}: held, or the same on all operations`, evidence: [] }
  return result(operation, consistencyCheck, found, 0)
}
