/** One run: one plan, one connection, one journal, whatever the number of suites that bind its results. */
import { connect, type Client } from '../../fixtures/http/client.ts'
import { NoVerdict } from '../../fixtures/errors.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { begun, type Journal } from '../../fixtures/journal.ts'
import { masker, type Masker } from '../../fixtures/http/secrets.ts'
import type { OperationId } from '../../schemas/registry.ts'
import type { Leftover, Result } from '../../schemas/report.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { calibrate, type Calibration } from '../target/calibrate.ts'
import { Gate } from '../scene/gate.ts'
import { outcome, type Gathered } from '../evidence/frame/evidence.ts'
import { nothingGathered } from '../evidence/frame/gather.ts'
import { coverage } from './coverage.ts'
import { deviations } from './deviations.ts'
import { livesOn } from '../checks/check.ts'
import { isMissing, Skipped } from '../claim/finding.ts'
import { endAndStart, isSentByLanes, judgeLater, type Late } from './after-lanes.ts'
import { fuzzPhase } from './fuzz-phase.ts'
import { accepted, knownInRun, today, unheld } from './known.ts'
import { judgeUnsent, consistencyResult, resultId, type Showing } from './judge.ts'
import { lanesOf } from './lanes.ts'
import type { LaneTurn } from './lane-turn.ts'
import { Kept } from './kept.ts'
import { learnFrom, nothingLearned, type Learned } from './learned.ts'
import { laneOf, LAST } from '../../schemas/order.ts'
import { connectionOf, observedOf, strainOf } from './observed.ts'
import type { Outcome, SessionHooks } from './outcome.ts'
import { allResults, planOf, type Planned } from './plan.ts'
import { monitoredAll } from './monitoring.ts'
import { Results } from './results.ts'
import { withVotes } from './merge-votes.ts'
import { tellSent } from './tell-sent.ts'
import type { Resuming, Step } from './saved.ts'
import { judgeTurn } from './turn.ts'
import { Patience } from '../target/patience.ts'
import { subject } from '../evidence/subject.ts'
import { BadTokens } from '../evidence/frame/tokens.ts'
import { Stopped } from './stopped.ts'

export class Session {
  readonly plan: readonly Planned[]
  readonly results: Results
  readonly #options: RunOptions
  readonly #hooks: SessionHooks
  readonly #journal: Journal
  readonly #learned: Learned
  readonly #patience: Patience
  readonly #showing: Showing & Masker
  readonly #client: Client
  readonly #leftovers = new Map<string, Leftover>()
  readonly #kept: Kept
  /** Why nothing was sent to an operation: what a monitor says that saw none of its responses. */
  readonly #unsent = new Map<OperationId, Error>()
  #calibration: Calibration | null = null
  #tokens: BadTokens | null = null
  #phase = 'calibrating'
  #noVerdict: string | null = null
  #interrupted = false
  #bailed = false

  /** @param resuming where to keep what is judged, and what interrupted runs have kept there */
  constructor(options: RunOptions, journal: Journal, hooks: SessionHooks, resuming: Resuming = {}) {
    this.#options = options
    this.#journal = journal
    this.#hooks = hooks
    this.#patience = new Patience(options.settleMs)
    this.plan = planOf(options)
    this.results = new Results(this.plan)
    this.#learned = nothingLearned(options, this.results)
    this.#showing = { baseUrl: options.target.baseUrl, ...masker(options) }
    this.#kept = new Kept({ run: options.run, plan: this.plan }, this.#learned, resuming, this.#showing)
    this.#client = connect(options, (exchange) => this.#observe(exchange), this.#learned.tally.retries.sent)
  }

  #observe(exchange: Exchange): void {
    this.#showing.learn(exchange)
    learnFrom(exchange, this.#learned, this.#calibration?.profile ?? null)
    this.#kept.observe(exchange)
    tellSent(exchange, this.#showing, this.#hooks)
  }

  /** Stops sending; what was made is deleted. */
  interrupt(): void {
    if (this.#interrupted) return
    this.#interrupted = true
    this.#phase = 'cleaning up'
    this.#client.stop(new Stopped('interrupted'))
    this.#tell()
  }

  /** Every error has become part of the outcome. */
  async run(): Promise<Outcome> {
    this.#journal.write(begun(this.#options))
    this.#tell()
    try {
      this.#calibration = await calibrate(this.#client, this.#options)
      for (const one of [this.#learned.tally, this.#learned.notThere]) one.start(this.#calibration.profile)
      this.#phase = 'judging'
      await this.#lanes(this.#calibration)
      this.#settleAll()
    } catch (thrown) {
      this.#end(thrown, [])
    }
    this.#put(this.#learned.notThere.release())
    await this.#client.close()
    this.#phase = 'done'
    this.#tell()
    return this.#outcome()
  }

  async #lanes({ profile, found, badTokens, serviceVersion }: Calibration): Promise<void> {
    const leave = (left: Leftover) => void this.#leftovers.set(`${left.kind} ${left.name} ${left.id ?? ''}`, left)
    const own = { options: this.#options, client: this.#client, journal: this.#journal, patience: this.#patience }
    const shared = { ...own, profile, creates: this.#learned.creates, gate: new Gate(), leave }
    const allowed = this.plan.filter((planned) => planned.forbidden === null)
    for (const planned of this.plan)
      if (planned.forbidden !== null) {
        const why = new Skipped(planned.forbidden)
        this.#unsent.set(planned.operation.id, why)
        this.#judgeUnsent(planned, nothingGathered(why))
      }
    const spent = badTokens + this.#kept.last.badTokens
    const tokens = (this.#tokens = new BadTokens(this.#client, this.#options.badTokens, allowed.length, spent))
    this.#record(this.#kept.start(serviceVersion, this.#client, tokens))
    const inCourse = this.#kept.mark(allowed.filter((one) => one.checks.some(isSentByLanes)))
    const late: Late = {
      consistency: this.#learned.consistency,
      showing: this.#showing,
      restart: this.#hooks.restart,
      fuzzed: (planned, results) => this.#finish(planned, 'fuzz', results),
      judge: (planned, gathered) => this.#judgeUnsent(planned, gathered),
      later: (planned, found) => this.#finish(planned, 'late', judgeLater(planned, found, profile, late)),
      fail: (thrown, plan) => this.#end(thrown, plan),
    }
    const lanes = lanesOf(shared, found, (turn) => this.#take(turn, tokens), late)
    try {
      await lanes.run(inCourse.filter(({ operation }) => laneOf(operation) !== LAST))
      // Before anything may end the target's process: what is away can't be fuzzed.
      this.#put(this.#learned.notThere.unfuzzed(allowed))
      // Where a defect of our own has ended a lane, that is said of its fuzzing too.
      const whole = allowed.filter(({ operation, checks }) =>
        checks.some((check) => livesOn(check, 'fuzz') && this.#isLeft(resultId(operation, check))),
      )
      await fuzzPhase(this.#kept.unfuzzed(this.#learned.notThere.fuzzable(whole)), shared, found, late)
      await lanes.run(inCourse.filter(({ operation }) => laneOf(operation) === LAST))
    } finally {
      await lanes.close()
    }
    await endAndStart(allowed, shared, found, late)
  }

  async #take(turn: LaneTurn, tokens: BadTokens): Promise<Gathered> {
    const { gathered, results } = await judgeTurn(turn, tokens, this.#learned, this.#showing, this.#options.run)
    const ready = outcome(subject).from(gathered)
    if (isMissing(ready)) this.#unsent.set(turn.planned.operation.id, ready)
    this.#finish(turn.planned, 'turn', results)
    return gathered
  }

  /** Tells results, and keeps them for a run that may have to go on with this one. */
  #finish(planned: Planned, phase: Step['phase'], results: readonly Result[]): void {
    this.#record(results)
    if (!this.#isStopped) this.#kept.keep(planned, phase, results)
  }

  get #isStopped(): boolean {
    return this.#bailed || this.#interrupted || this.#noVerdict !== null
  }

  #isLeft(id: string): boolean {
    return !this.results.has(id) && !this.#learned.consistency.holds(id) && !this.#learned.notThere.holds(id)
  }

  /** Judges what was never sent, or what a defect of our own kept from being judged. */
  #judgeUnsent(planned: Planned, gathered: Gathered, defect?: unknown): void {
    if (!this.#calibration) return
    const { operation } = planned
    const left = this.#learned.consistency.checksOf(planned).filter((check) => this.#isLeft(resultId(operation, check)))
    this.#record(judgeUnsent(operation, left, gathered, this.#calibration.profile, this.#showing, defect))
  }

  /** Judges what was watched in every response and what was asked of all, now that all have answered. */
  #settleAll(): void {
    if (this.#isStopped) return
    const watched = monitoredAll(this.plan, this.#learned.tally, this.#unsent, this.#showing)
    const asked = this.#learned.consistency.tallyVotes().map((one) => {
      const result = consistencyResult(one.operation, one.consistencyCheck, one.found, this.#showing)
      return this.#options.shard.count > 1 ? withVotes(result, one.votes, this.#showing) : result
    })
    this.#put(this.#learned.notThere.resolve([...watched, ...asked]))
  }

  /** Tells results, but for those of operations that may turn out not to be there. */
  #record(results: readonly Result[]): void {
    this.#put(this.#learned.notThere.hold(results))
  }

  #put(results: readonly Result[]): void {
    const judged = results.map((result) => accepted(result, this.#options.known ?? [], today()))
    this.results.add(judged)
    const isEnough = this.#hooks.isEnough?.(judged) === true || (this.#options.bail && this.results.failures > 0)
    if (isEnough && !this.#bailed) this.#client.stop(new Stopped('bail'))
    this.#bailed ||= isEnough
    this.#tell()
  }

  /** What an error means for the run: a reason to have no verdict, a stop, or a defect of our own in some operations. */
  #end(thrown: unknown, plan: readonly Planned[]): void {
    if (thrown instanceof Stopped) return
    if (thrown instanceof NoVerdict) {
      this.#noVerdict ??= thrown.message
      this.#client.stop(new Stopped('no verdict'))
    } else if (plan.length === 0) {
      this.#noVerdict ??= `A defect of Touchstone itself: ${thrown instanceof Error ? thrown.message : String(thrown)}`
    } else
      for (const planned of plan) this.#judgeUnsent(planned, nothingGathered(new Skipped('it was not sent')), thrown)
  }

  #tell(): void {
    this.#hooks.progress({
      ...this.results.progress,
      requests: this.#client.requests,
      kept: this.#kept.count,
      ...strainOf(this.#client, this.#tokens),
      phase: this.#phase,
    })
  }

  #outcome(): Outcome {
    const [{ clean }, results, { tally, consistency }] = [this.#showing, this.results.list(), this.#learned]
    const seen = { ...this.#calibration?.observed, ...tally.conventions }
    return {
      results,
      unheld: unheld(knownInRun(this.#options.known ?? []), results, this.results.planned, allResults(), today()),
      planned: this.results.planned.size,
      executed: results.length,
      requests: this.#kept.withLast(this.#client.requests),
      serviceVersion: clean(this.#calibration?.serviceVersion ?? ''),
      deviations: deviations(this.#options),
      observed: observedOf(seen, consistency.ways, connectionOf(this.#client, this.#tokens), clean),
      ...tally.measured(),
      pace: this.#patience.pace(this.#client.idle),
      leftovers: [...this.#leftovers.values()],
      coverage: coverage(results, this.#learned.met),
      noVerdict: this.#noVerdict && clean(this.#noVerdict),
      interrupted: this.#interrupted,
    }
  }
}
