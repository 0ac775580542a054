/**
 * Operations that are not there (docs/judgement.md, rules 4 and 21). Whether one is missing can often be told only when the whole
 * run has answered: by what its own other requests were answered, and by how operations that are there speak of unknown
 * identifiers. Until then all its results are held back.
 */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Operation, OperationId } from '../../schemas/registry.ts'
import type { Result } from '../../schemas/report.ts'
import { clauseOf, livesOn, type AnyCheck } from '../checks/check.ts'
import { Responses, type SavedResponses } from './responses.ts'
import type { Planned } from './plan.ts'
import type { Profile } from '../target/profile.ts'

/** So many requests without a response, and none with one: it hangs up on everybody. */
const SILENT = 3

/** The check that says whether an operation is there. */
const EXISTS = 'exists/operation'

/** Holds results back until it is known what the responses mean. */
export class NotThere {
  readonly #responses = new Responses()
  readonly #held = new Map<OperationId, Result[]>()
  /** Those that the check of existence has found missing by itself. */
  readonly #missed = new Set<string>()
  /** Those whose valid request points at what nobody has. */
  readonly #pointing = new Set<OperationId>()
  /** What was found out of each once nothing more was to be answered. */
  readonly #told = new Map<OperationId, string | null>()
  #hiding: boolean | null = null

  /** Judges from now on by this profile, and makes up for what came before. */
  start(profile: Profile): void {
    this.#responses.start(profile)
  }

  observe(exchange: Exchange): void {
    this.#responses.observe(exchange)
  }

  /** @param finished the operation for which nothing more is sent */
  save(finished: OperationId): SavedResponses {
    return this.#responses.save(finished)
  }

  /** @param kept operations that are not asked again */
  restore(all: readonly SavedResponses[], kept: ReadonlySet<OperationId>): void {
    for (const one of all) this.#responses.restore(one, kept)
  }

  /** Whether nothing that an operation was asked says that it is there, and something that it may not be. */
  suspects(id: OperationId): boolean {
    const { there, nowhere } = this.#responses.count(id)
    return there === 0 && (nowhere > 0 || this.#responses.silent(id).count >= SILENT)
  }

  /** Whether a request without what it must have would tell more. */
  needsBare(id: OperationId): boolean {
    const { nowhere, bare } = this.#responses.count(id)
    return this.suspects(id) && nowhere > 0 && bare === 0
  }

  /**
   * @param points whether the valid request points at what nobody has
   * @param negative the response to a path of the same group that surely does not exist
   */
  learn(id: OperationId, points: boolean, negative?: Exchange): void {
    if (points) this.#pointing.add(id)
    if (negative) this.#responses.learn(negative)
  }

  /** What is there can be fuzzed. */
  fuzzable(plan: readonly Planned[]): readonly Planned[] {
    return plan.filter(({ operation }) => !this.suspects(operation.id))
  }

  /** What is said of the fuzzing of all others. */
  unfuzzed(plan: readonly Planned[]): readonly Result[] {
    return plan
      .filter(({ operation }) => this.suspects(operation.id))
      .flatMap(({ operation, checks }) =>
        checks.filter((check) => livesOn(check, 'fuzz')).map((check) => unreached(operation, check)),
      )
  }

  /** Takes results; those that may be told at once are given back. */
  hold(results: readonly Result[]): readonly Result[] {
    for (const { operation: id, check, verdict } of results)
      if (check === EXISTS && verdict === 'fail') this.#missed.add(id)
    const operations = new Set(results.map(({ operation: id }) => id as OperationId))
    const suspected = new Set([...operations].filter((id) => this.suspects(id)))
    return results.flatMap((result) => {
      const id = result.operation as OperationId
      if (result.verdict === 'skipped' || !suspected.has(id)) return [result]
      if (this.#missed.has(id)) return [result.check === EXISTS ? result : blocked(result)]
      this.#held.set(id, [...(this.#held.get(id) ?? []), result])
      return []
    })
  }

  /** Whether a result is held back. */
  holds(id: string): boolean {
    return [...this.#held.values()].some((results) => results.some((result) => result.id === id))
  }

  /** What is held back, as it was judged: the run ended before more could be told. */
  release(): readonly Result[] {
    const held = [...this.#held.values()].flat()
    this.#held.clear()
    return held
  }

  /** What is held back, and these, now that nothing more will be answered. */
  resolve(more: readonly Result[]): readonly Result[] {
    return [...this.release(), ...more].map((result) => {
      const id = result.operation as OperationId
      if (!this.#told.has(id)) this.#told.set(id, this.#missing(id))
      const got = result.verdict === 'skipped' ? null : (this.#told.get(id) ?? null)
      if (got === null) return result
      return result.check === EXISTS ? absent(result, got) : blocked(result)
    })
  }

  /** How an operation shows that it is not there; null: it may be. */
  #missing(id: OperationId): string | null {
    if (!this.suspects(id)) return null
    if (this.#missed.has(id)) return ''
    const { nowhere, bare, status } = this.#responses.count(id)
    const { count, last } = this.#responses.silent(id)
    if (nowhere === 0)
      return last < this.#responses.lastAnswered
        ? `no response: it hung up on all ${count} authorised requests, while others were answered`
        : null
    // A gateway that lets through only what it was told of says the same of missing rights.
    if (status === 401 || status === 403) return null
    if (this.#hides() || (this.#pointing.has(id) && bare === 0)) return null
    return `the response to a path that does not exist, or to a method that is not offered (${status}), to all ${nowhere} authorised requests`
  }

  /** Whether an operation that is there was ever answered like a path that is not: then that says nothing of any other. */
  #hides(): boolean {
    this.#hiding ??= this.#responses.operations.some((id) => {
      const { there, nowhere } = this.#responses.count(id)
      return there > 0 && nowhere > 0
    })
    return this.#hiding
  }
}

function absent(result: Result, got: string): Result {
  if (result.verdict === 'fail') return result
  const { reason: _reason, supply: _supply, entry: _entry, blockedBy: _by, ...rest } = result
  const message = `MUST offer the operation under its method and path: got ${got}`
  return { ...rest, verdict: 'fail', message, expected: 'the operation to be there', got, cause: 'not there' }
}

type Named = Pick<Result, 'id' | 'operation' | 'check' | 'clause' | 'durationMs'>

function blocked({ id, operation: one, check, clause, durationMs }: Named): Result {
  const reason = 'the operation is not there'
  return {
    id,
    operation: one,
    check,
    clause,
    durationMs,
    reason,
    verdict: 'blocked',
    message: `Blocked by: ${reason}`,
    blockedBy: `${one} ${EXISTS}`,
    evidence: [],
  }
}

/** What is not sent to an operation that may not be there. */
const unreached = (one: Operation, check: AnyCheck): Result =>
  blocked({
    id: `${one.id} ${check.id}`,
    operation: one.id,
    check: check.id,
    clause: clauseOf(check, one),
    durationMs: 0,
  })
