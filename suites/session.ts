/** One run: one plan, one connection, one journal, whatever the number of suites that bind its results. */
import { connect, type Client } from '../fixtures/client.ts'
import type { Rung } from '../fixtures/credentials.ts'
import { NoVerdict } from '../fixtures/errors.ts'
import type { Exchange } from '../fixtures/exchange.ts'
import type { Journal } from '../fixtures/journal.ts'
import { redactor } from '../fixtures/redact.ts'
import type { OperationId } from '../schemas/registry.ts'
import type { Leftover, Result } from '../schemas/report.ts'
import type { RunOptions } from '../schemas/target.ts'
import { calibrate, type Calibration } from './calibrate.ts'
import { Caller } from './call.ts'
import { isMonitor, type Check } from './check.ts'
import { checks } from './checks/index.ts'
import { course } from './course.ts'
import { coverage } from './coverage.ts'
import { Judging, monitored, resultId, type Showing } from './judge.ts'
import { runLane, type Turn } from './lanes.ts'
import { laneOf, LAST } from './order.ts'
import type { Outcome, Progress } from './outcome.ts'
import { planOf, type Planned } from './plan.ts'
import { print } from './profile.ts'
import { Tally } from './tally.ts'
import { emptyTrace, type Need, type Trace } from './trace.ts'

export interface SessionHooks {
  progress(progress: Progress): void
  /** Sees every exchange, for benchmarks and tests. */
  exchange?(exchange: Exchange): void
}

const still: ReadonlySet<string> = new Set()

/** Stopped by the user or by --bail: not a defect and not the target's doing. */
class Stopped extends Error {}

export class Session {
  readonly plan: readonly Planned[]
  readonly #options: RunOptions
  readonly #hooks: SessionHooks
  readonly #journal: Journal
  readonly #tally: Tally
  readonly #showing: Showing
  readonly #client: Client
  readonly #results = new Map<string, Result>()
  readonly #waiting = new Map<string, (result: Result | null) => void>()
  readonly #planned: ReadonlySet<string>
  readonly #leftovers: Leftover[] = []
  readonly #exercised = new Set<OperationId>()
  readonly #succeeded = new Set<OperationId>()
  #calibration: Calibration | null = null
  #phase = 'calibrating'
  #over = false
  #noVerdict: string | null = null
  #interrupted = false
  #bailed = false
  #failures = 0
  #badTokens = 0
  /** Set once the right token is refused after bad ones: then nothing more is said of auth. */
  #locked = false

  constructor(options: RunOptions, journal: Journal, hooks: SessionHooks) {
    this.#options = options
    this.#journal = journal
    this.#hooks = hooks
    this.plan = planOf(options)
    this.#planned = new Set(
      this.plan.flatMap(({ operation, checks: mine }) => mine.map((check) => resultId(operation, check))),
    )
    this.#tally = new Tally(checks.filter(isMonitor), options.target.token)
    this.#showing = { baseUrl: options.target.baseUrl, clean: redactor(options.target.token) }
    this.#client = connect(options, (exchange) => this.#observe(exchange))
  }

  #observe(exchange: Exchange): void {
    this.#tally.observe(exchange)
    this.#hooks.exchange?.(exchange)
    if (exchange.operation === null) return
    this.#exercised.add(exchange.operation)
    if (exchange.answer && this.#calibration?.profile.isSuccess(exchange.answer)) this.#succeeded.add(exchange.operation)
  }

  /** The result of that id once it is reached; null where the run ended before. */
  result(id: string): Promise<Result | null> {
    const known = this.#results.get(id)
    if (known || this.#over) return Promise.resolve(known ?? null)
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  /** Stops sending; what was made is deleted. */
  interrupt(): void {
    this.#interrupted = true
    this.#client.stop(new Stopped('interrupted'))
  }

  async run(): Promise<Outcome> {
    this.#tell()
    try {
      this.#calibration = await calibrate(this.#client, this.#options)
      this.#tally.start(this.#calibration.profile)
      this.#phase = 'judging'
      await this.#lanes(this.#calibration)
      this.#monitors()
    } catch (thrown) {
      this.#end(thrown)
    }
    this.#over = true
    for (const resolve of this.#waiting.values()) resolve(null)
    await this.#client.close()
    this.#tell()
    return this.#outcome()
  }

  async #lanes(calibration: Calibration): Promise<void> {
    const lanes = Map.groupBy(this.plan, ({ operation, forbidden }) => (forbidden === null ? laneOf(operation) : null))
    for (const planned of lanes.get(null) ?? []) this.#judge(planned, { ...emptyTrace(), skipped: planned.forbidden ?? '' })
    lanes.delete(null)
    const run = async (lane: string | null) => {
      const shared = { options: this.#options, client: this.#client, profile: calibration.profile, journal: this.#journal }
      const caller = new Caller(shared, lane ?? '')
      const plan = lanes.get(lane) ?? []
      try {
        await runLane(
          lane ?? '',
          plan,
          caller,
          calibration.found,
          (turn) => this.#take(turn),
          (left) => this.#leftovers.push(...left),
        )
      } catch (thrown) {
        this.#end(thrown, plan)
      }
    }
    await Promise.all([...lanes.keys()].filter((lane) => lane !== LAST).map(run))
    if (lanes.has(LAST)) await run(LAST)
    this.#phase = 'done'
  }

  async #take(turn: Turn): Promise<Trace> {
    const { planned, caller, subject } = turn
    const started = performance.now()
    const send = async (needs: ReadonlySet<Need>, again: boolean): Promise<Trace> => {
      const on = again ? await turn.fresh() : subject
      if (!on) return { ...emptyTrace(), ...(turn.blocked ? { blocked: turn.blocked } : {}), ...(turn.record ? { record: turn.record } : {}) }
      const trace = await course(caller, planned.operation, on, { needs, again, badTokens: (count) => this.#spend(count, needs) })
      if (turn.record) trace.record = turn.record
      await this.#lockOut(trace, caller)
      return trace
    }
    const mine = planned.checks.filter((check): check is Check => !isMonitor(check))
    const trace = await send(planned.needs, false)
    const { profile } = caller
    const judging = new Judging(planned.operation, mine, { operation: planned.operation, trace, profile, moving: still }, this.#showing, started)
    const doubtful = new Set(judging.doubtful.flatMap((check) => check.needs))
    const second = doubtful.size > 0 ? await send(doubtful, true) : null
    const moving = subject?.sight.moving ?? still
    this.#settle(judging.results(second && { operation: planned.operation, trace: second, profile, moving }))
    return trace
  }

  /** Judges what was never sent. */
  #judge(planned: Planned, trace: Trace): void {
    const profile = this.#calibration?.profile
    if (!profile) return
    const mine = planned.checks.filter((check): check is Check => !isMonitor(check))
    const scene = { operation: planned.operation, trace, profile, moving: still }
    this.#settle(new Judging(planned.operation, mine, scene, this.#showing, performance.now()).results(null))
  }

  #monitors(): void {
    if (this.#bailed || this.#interrupted) return
    for (const { operation, checks: mine, forbidden } of this.plan)
      this.#settle(
        mine
          .filter(isMonitor)
          .map((monitor) => monitored(operation, monitor, this.#tally.of(operation.id, monitor.id), this.#showing, forbidden ?? '')),
      )
  }

  /** How many of so many bad tokens may go: all of no header and a wrong token, of the rest what is left. */
  #spend(count: number, needs: ReadonlySet<Need>): number {
    if (this.#locked) return 0
    const limit = this.#options.badTokens
    if (limit === null) return count
    const first = (['no-header', 'wrong-token'] as const satisfies readonly Rung[]).filter((rung) => needs.has(rung)).length
    // What the operations still to come need for their first two rungs is kept for them.
    const kept = 2 * this.plan.length
    const granted = Math.min(count, Math.max(first, Math.min(count, limit - this.#badTokens - kept)))
    this.#badTokens += granted
    return granted
  }

  /** Sees whether bad tokens locked the right one out: then the refusals say nothing, and no more are sent. */
  async #lockOut(trace: Trace, caller: Caller): Promise<void> {
    const { control } = trace
    if (this.#locked || trace.rungs.size === 0 || !control?.answer || !caller.profile.isRefusal(control)) return
    const usual = this.#calibration?.found
    const exchange = await this.#client.send({ operation: 'settings.health', method: 'GET', path: '/settings.health' })
    if (usual === undefined || !exchange.answer || !caller.profile.isRefusal(exchange)) return
    this.#locked = true
    trace.rungs.clear()
    delete trace.effect
    trace.unsent = {
      reason: `the right token is refused after wrong ones (${print(exchange).status}): the target locks out`,
      inconclusive: true,
    }
  }

  #settle(results: readonly Result[]): void {
    for (const result of results) {
      this.#results.set(result.id, result)
      if (result.verdict === 'fail') this.#failures++
      this.#waiting.get(result.id)?.(result)
      this.#waiting.delete(result.id)
    }
    if (this.#options.bail && this.#failures > 0 && !this.#bailed) {
      this.#bailed = true
      this.#client.stop(new Stopped('bail'))
    }
    this.#tell()
  }

  /** What an error means for the run: a reason to have no verdict, a stop, or a defect of our own. */
  #end(thrown: unknown, plan: readonly Planned[] = []): void {
    if (thrown instanceof Stopped) return
    if (thrown instanceof NoVerdict) {
      this.#noVerdict ??= thrown.message
      this.#client.stop(new Stopped('no verdict'))
      return
    }
    const defect = () => {
      throw thrown
    }
    for (const { operation, checks: mine } of plan) {
      const left = mine.filter((check): check is Check => !isMonitor(check) && !this.#results.has(resultId(operation, check)))
      const profile = this.#calibration?.profile
      if (!profile) continue
      const broken = left.map((check) => ({ ...check, prove: defect }))
      this.#settle(new Judging(operation, broken, { operation, trace: emptyTrace(), profile, moving: still }, this.#showing, performance.now()).results(null))
    }
    if (plan.length === 0) this.#noVerdict ??= `A defect of Touchstone itself: ${thrown instanceof Error ? thrown.message : String(thrown)}`
  }

  #tell(): void {
    this.#hooks.progress({
      planned: this.#planned.size,
      done: this.#results.size,
      failures: this.#failures,
      requests: this.#client.requests,
      phase: this.#phase,
    })
  }

  #outcome(): Outcome {
    const results = [...this.#planned].flatMap((id) => this.#results.get(id) ?? [])
    return {
      results,
      planned: this.#planned.size,
      executed: results.length,
      requests: this.#client.requests,
      serviceVersion: this.#showing.clean(this.#calibration?.serviceVersion ?? ''),
      deviations: deviations(this.#options),
      observed: cleaned(this.#calibration?.observed ?? {}, this.#showing),
      leftovers: this.#leftovers,
      coverage: coverage(results, this.#exercised.size, this.#succeeded.size),
      noVerdict: this.#noVerdict,
      interrupted: this.#interrupted,
    }
  }
}

const cleaned = (value: Readonly<Record<string, unknown>>, showing: Showing) =>
  JSON.parse(showing.clean(JSON.stringify(value))) as Readonly<Record<string, unknown>>

/** Where the target is spoken to otherwise than the specification says. */
function deviations({ target }: RunOptions): readonly string[] {
  const found: string[] = []
  if (target.auth.header.toLowerCase() !== 'authorization') found.push(`the token goes in the header ${target.auth.header}`)
  if (target.auth.scheme !== 'Bearer') found.push(`the token's scheme is '${target.auth.scheme}'`)
  if (target.omit.length > 0) found.push(`partial: the target does not offer ${target.omit.join(', ')}`)
  return found
}
