/** Turns what checks and monitors say into results. */
import { evidence } from '../../fixtures/http/evidence.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { Result } from '../../schemas/report.ts'
import { clauseOf, type AnyCheck, type Case, type Check, type Monitor, type Poll } from '../checks/check.ts'
import { entryFor } from '../checks/entries.ts'
import { Blocked, Breach, Skipped, Inconclusive, verdictOf } from '../claim/finding.ts'
import type { Trace } from '../evidence/trace.ts'
import { newVolatilePaths } from '../scene/snapshot.ts'
import type { Profile } from '../target/profile.ts'
import type { Seen } from './tally.ts'

/** How exchanges are shown: where they went, and what must not be seen. */
export interface Showing {
  readonly baseUrl: string
  clean(text: string): string
}

export const resultId = (operation: Operation, check: AnyCheck): string => `${operation.id} ${check.id}`

type Said = Omit<Result, 'id' | 'operation' | 'check' | 'clause' | 'durationMs'>

function result(operation: Operation, check: AnyCheck, said: Said, durationMs: number): Result {
  return {
    id: resultId(operation, check),
    operation: operation.id,
    check: check.id,
    clause: clauseOf(check, operation),
    durationMs: Math.round(durationMs),
    ...said,
  }
}

const shown = (exchanges: readonly Exchange[], showing: Showing) =>
  exchanges.filter((one) => one.serial > 0).map((one) => evidence(one, showing.baseUrl, (text) => showing.clean(text)))

/** A line is read to about here; evidence has the rest. */
const LINE = 300
const shortened = (text: string) => (text.length <= LINE ? text : `${text.slice(0, LINE)}…`)

const levelVerdict = (breach: Breach, claim: string) => verdictOf(breach.level ?? claim)

/** What a thrown finding says; anything that is none is the suite's own defect. */
function said(thrown: unknown, claim: string, showing: Showing): Said {
  const clean = (text: string) => shortened(showing.clean(text))
  if (thrown instanceof Breach)
    return {
      verdict: levelVerdict(thrown, claim),
      message: clean(`${claim}: got ${thrown.got}`),
      expected: showing.clean(thrown.expected),
      got: clean(thrown.got),
      ...(thrown.fuzz ? { fuzz: thrown.fuzz } : {}),
      evidence: shown(thrown.exchanges, showing),
    }
  if (thrown instanceof Inconclusive)
    return {
      verdict: 'inconclusive',
      message: clean(`It can't be told: ${thrown.message}`),
      reason: clean(thrown.message),
      ...(thrown.supply === undefined ? {} : { supply: thrown.supply }),
      ...(thrown.entry === undefined ? {} : { entry: thrown.entry }),
      evidence: shown(thrown.exchanges, showing),
    }
  if (thrown instanceof Skipped)
    return { verdict: 'skipped', message: `Not judged: ${thrown.message}`, reason: thrown.message, evidence: [] }
  if (thrown instanceof Blocked)
    return {
      verdict: 'blocked',
      message: clean(`It needs what did not succeed: ${thrown.message}`),
      reason: clean(thrown.message),
      blockedBy: thrown.by,
      evidence: [],
    }
  const why = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
  return { verdict: 'error', message: clean(`A defect of Touchstone itself: ${why}`), evidence: [] }
}

function attempt(check: Check, scene: Case): unknown {
  try {
    check.prove(scene)
    return null
  } catch (thrown) {
    return thrown ?? new Error('a check threw nothing')
  }
}

/** What was sent for a check, the bad credentials before the right ones. */
const sentFor = ({ needs }: Check, { trace }: Case): readonly Exchange[] => [
  ...[...trace.rungs].flatMap(([rung, exchange]) => (needs.includes(rung) ? [exchange] : [])),
  ...(trace.control ? [trace.control] : []),
]

/** Judges a case; a breach is seen again in a second case, where there is one (JUDGEMENT.md, rule 14). */
export class Judging {
  readonly #operation: Operation
  readonly #first: Case
  readonly #showing: Showing
  readonly #thrown: Map<Check, unknown>
  readonly #started: number

  constructor(operation: Operation, checks: readonly Check[], first: Case, showing: Showing, started: number) {
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

  results(second: Case | null): readonly Result[] {
    const duration = performance.now() - this.#started
    return [...this.#thrown].map(([check, thrown]) => {
      const first: Said =
        thrown === null
          ? { verdict: 'pass', message: `${check.claim}: seen to hold`, evidence: [] }
          : said(thrown, check.claim, this.#showing)
      const confirmed = second && this.doubtful.includes(check) ? this.#confirm(check, first, second) : first
      return result(this.#operation, check, this.#withEntry(confirmed), duration)
    })
  }

  /** Says what of a target file would decide it. */
  #withEntry(found: Said): Said {
    if (found.verdict !== 'inconclusive' || found.entry) return found
    const entry = entryFor(this.#first)
    return entry ? { ...found, entry } : found
  }

  #confirm(check: Check, first: Said, second: Case): Said {
    const thrown = attempt(check, second)
    if (thrown instanceof Breach) return said(thrown, check.claim, this.#showing)
    const again = thrown === null ? null : said(thrown, check.claim, this.#showing)
    const untried = thrown instanceof Skipped || thrown instanceof Blocked
    // A change of state that was seen once, or an answer that never came, may have had another cause; an answer that broke
    // a rule has broken it.
    if (check.passing || check.needs.includes('effect') || this.breachOf(check)?.exchanges.at(-1)?.answer === null)
      return (untried ? null : again) ?? this.#seenOnce(check, first, second)
    const evidence = again?.evidence ?? shown(sentFor(check, second), this.#showing)
    return {
      ...first,
      message: `${first.message} (${untried ? 'it could not be tried again' : 'intermittent: not seen again'})`,
      evidence: [...first.evidence, ...evidence],
    }
  }

  #seenOnce(check: Check, first: Said, { moving }: Case): Said {
    const { effect } = this.#first.trace
    // What was started moves by itself for a while, and so does what a refused start has set going.
    const started = this.#operation.effect === 'deploy'
    if (!started && effect?.seen === 'changed' && effect.paths.every((path) => moving.has(path)))
      return { verdict: 'pass', message: `${check.claim}: seen to hold, but for what changes by itself`, evidence: [] }
    const reason = `it was seen once and not again: ${first.got ?? ''}`
    return { verdict: 'inconclusive', message: `It can't be told: ${reason}`, reason, evidence: first.evidence }
  }
}

/**
 * Judges what was never sent.
 * @param defect of our own, that kept it from being sent; undefined: there was none
 */
export function judgeUnsent(
  operation: Operation,
  checks: readonly Check[],
  trace: Trace,
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
  const testCase: Case = { operation, trace, profile, moving: newVolatilePaths().moving }
  return new Judging(operation, judged, testCase, showing, performance.now()).results(null)
}

/**
 * What is said of a poll when all have answered.
 * @param thrown what was found; null: nothing
 */
export function polled(operation: Operation, poll: Poll, thrown: Error | null, showing: Showing): Result {
  const found: Said = thrown
    ? said(thrown, poll.claim, showing)
    : { verdict: 'pass', message: `${poll.claim}: seen to hold, or as everywhere`, evidence: [] }
  return result(operation, poll, found, 0)
}

/**
 * What a monitor saw of an operation in the whole run.
 * @param why what it means that it saw nothing
 */
export function monitored(operation: Operation, monitor: Monitor, seen: Seen, showing: Showing, why: Error): Result {
  const [breach] = seen.breaches.toSorted((a, b) => weight(a.observation.level) - weight(b.observation.level))
  if (breach) {
    const { observation } = breach
    const all = seen.broken === seen.judged ? '' : ` (in ${seen.broken} of ${seen.judged} answers)`
    const got = showing.clean(`${observation.got}${all}`)
    return result(
      operation,
      monitor,
      {
        verdict: verdictOf(observation.level ?? monitor.claim),
        message: `${monitor.claim}: got ${got}`,
        expected: observation.expected,
        got,
        evidence: shown([...(observation.exchanges ?? []), breach.exchange], showing),
      },
      breach.exchange.answer?.durationMs ?? 0,
    )
  }
  if (seen.held > 0)
    return result(
      operation,
      monitor,
      { verdict: 'pass', message: `${monitor.claim}: held in ${seen.held} answers`, evidence: [] },
      0,
    )
  if (seen.judged > 0)
    return result(
      operation,
      monitor,
      { verdict: 'note', message: `${monitor.claim}: of ${seen.judged} answers none had any`, evidence: [] },
      0,
    )
  return result(operation, monitor, said(why, monitor.claim, showing), 0)
}

const weight = (level: 'MUST' | 'SHOULD' | 'MAY' | undefined) => ({ MUST: 0, SHOULD: 1, MAY: 2 })[level ?? 'MUST']
