/** Gathers what the scripts tell into what is known of each operation, and of each window of time. */
import { percentile } from '../fixtures/percentile.ts'
import { figuresOf, histogramOf } from '../reports/model/timings/histogram.ts'
import type { Figures, LoadPoint, OperationLoad, Point } from '../schemas/load.ts'
import { marks, type JourneyLine, type Sent } from './scripts/line.ts'
import type { Plan } from './scripts/plan.ts'
import { journeysBetween, lengthOf } from './scripts/shapes.ts'
import { cause } from './scripts/steps.ts'
import { newCell, newTally, summed, type Broken, type Cell, type JourneyOutcome, type Tally } from './tally.ts'

/** Windows that a load is cut into, at most; none is shorter than a second. */
const WINDOWS = 60

const windowMsOf = (durationMs: number): number => Math.max(1, Math.ceil(durationMs / WINDOWS / 1000)) * 1000

const median = (values: readonly number[]): number | null => percentile(values, 0.5) ?? null

export class Measure {
  readonly plan: Plan
  /** This part's share of the load, from 0 to 1. */
  readonly share: number
  readonly durationMs: number
  readonly windowMs: number
  readonly tallies = new Map<string, Tally>()
  readonly broken: Broken[] = []
  readonly threw: string[] = []
  readonly failures = new Set<string>()
  /** Kinds of which a record was made, and not found where it is looked up. */
  readonly unfound = new Set<string>()
  readonly journeyOutcomes = new Map<string, JourneyOutcome>()
  /** How long virtual users waited for each operation under load, in all. */
  readonly waitedMicros = new Map<string, number>()
  lockedOut = false
  readonly #served: number[] = []
  readonly #cells = new Map<string, Cell[]>()
  readonly #begun: number[] = []
  readonly #slow: number[][] = []
  /** When the load began, in milliseconds since 1970; null before its first journey ended. */
  #startMs: number | null = null
  #unansweredInARow = 0
  completed = 0
  /** Journeys that have ended before the load. */
  readonly ended = { setup: 0, together: 0 }
  /** What the last line was about. */
  phase: JourneyLine['phase'] = 'setup'
  requests = 0
  unanswered = 0

  constructor(plan: Plan, share: number) {
    this.plan = plan
    this.share = share
    this.durationMs = lengthOf(plan.shape)
    this.windowMs = windowMsOf(this.durationMs)
    for (const { steps } of plan.journeys)
      for (const { operation } of steps) {
        this.tallies.set(operation, newTally())
        this.#cells.set(operation, [])
      }
  }

  get windows(): number {
    return Math.ceil(this.durationMs / this.windowMs)
  }

  /** Requests in a row that were not answered, at the end. */
  get silent(): number {
    return this.#unansweredInARow
  }

  /** When the load began; now, where nothing came of it. */
  get started(): Date {
    return new Date(this.#startMs ?? Date.now())
  }

  add(line: JourneyLine): void {
    this.phase = line.phase
    // Machines that share a load begin at about the same time.
    if (line.phase === 'begin') this.#startMs = Math.min(this.#startMs ?? Infinity, line.atMs)
    const journey = this.plan.journeys.find(({ name }) => name === line.name)
    if (!journey) return
    if (line.more?.lockedOut) this.lockedOut = true
    if (line.more?.threw !== undefined) this.threw.push(line.more?.threw)
    for (const failure of line.more?.failures ?? []) this.failures.add(failure)
    this.requests += line.sent.length + (line.more?.lookups ?? 0)
    if (line.more?.unfound) this.unfound.add(journey.record?.kind ?? '')
    if (line.phase === 'load') {
      this.completed++
      this.#count(this.#begun, line.atMs)
    }
    if (line.phase === 'setup' || line.phase === 'together') this.ended[line.phase]++
    if (line.phase !== 'begin') this.#follow(line, journey)
    for (const one of line.sent) this.#addRequest(one, line, journey)
    this.#addBreaches(line, journey)
  }

  /** How far an iteration came. */
  #follow(line: JourneyLine, { name, steps, record }: Plan['journeys'][number]): void {
    const outcome = this.journeyOutcomes.get(name) ?? { begun: 0, ended: 0, why: new Set<string>() }
    this.journeyOutcomes.set(name, outcome)
    outcome.begun++
    const own = line.sent.filter(([, , , , mark]) => (mark & (marks.probe | marks.gone)) === 0)
    const [first] = own
    if (record === null || own.some(([place]) => place === steps.length - 1 || steps[place]?.act === 'deletes'))
      outcome.ended++
    else if (first) outcome.why.add(first[3] === 0 ? 'no response' : String(first[3]))
  }

  #addRequest([place, atMs, micros, status, mark]: Sent, line: JourneyLine, journey: Plan['journeys'][number]): void {
    const operation = journey.steps[place]?.operation ?? ''
    const tally = this.tallies.get(operation)
    if (!tally) return
    const success = (mark & marks.success) > 0
    const answered = status > 0
    this.#unansweredInARow = answered ? 0 : this.#unansweredInARow + 1
    if ((mark & marks.error) > 0) tally.errors++
    if (line.phase === 'load' && answered && status !== 429 && status < 500)
      this.#count(this.#served, line.atMs + atMs + micros / 1000)
    if ((mark & (marks.probe | marks.gone)) > 0) {
      if ((mark & marks.gone) > 0) tally.gone += answered ? 1 : 0
      else tally.probes += answered ? 1 : 0
      if ((mark & marks.probe) > 0 && !success && answered && status !== 429 && status < 500) tally.refused++
      return
    }
    const side = tally[line.phase === 'load' || line.phase === 'together' ? line.phase : 'rest']
    side.asked++
    if (answered) side.answered++
    else this.unanswered++
    if (success) side.served++
    if ((mark & marks.own) > 0) tally.own++
    if ((mark & marks.moved) > 0) {
      const by = this.tallies.get(journey.steps[cause(journey.steps, place)]?.operation ?? '')
      if (by) by.moved++
    }
    if (line.phase === 'setup') {
      if (answered) tally.restMicros.push(micros)
      return
    }
    if (line.phase === 'together') return
    this.waitedMicros.set(operation, (this.waitedMicros.get(operation) ?? 0) + micros)
    const cell = this.#cell(operation, line.atMs + atMs)
    cell.count++
    if (!success) cell.errors++
    if (answered) cell.micros.push(micros)
    else cell.unanswered++
    const rest = median(tally.restMicros)
    if (answered && success && rest !== null) (this.#slow[this.#window(line.atMs + atMs)] ??= []).push(micros / rest)
  }

  #addBreaches(line: JourneyLine, journey: Plan['journeys'][number]): void {
    for (const [about, count] of Object.entries(line.more?.counts ?? {})) {
      const [check = '', place = ''] = about.split(' ')
      const tally = this.tallies.get(journey.steps[Number(place)]?.operation ?? '')
      tally?.breaches.set(check, (tally.breaches.get(check) ?? 0) + count)
    }
    for (const shown of line.more?.breaches ?? []) {
      const [step, blamed] = [journey.steps[shown.step], journey.steps[shown.by ?? shown.step]]
      if (step && blamed)
        this.broken.push({
          operation: blamed.operation,
          asked: step.operation,
          method: step.method,
          check: shown.check,
          shown,
        })
    }
  }

  #window(timeMs: number): number {
    const at = Math.floor((timeMs - (this.#startMs ?? timeMs)) / this.windowMs)
    return Math.max(0, Math.min(this.windows - 1, at))
  }

  #count(counts: number[], timeMs: number): void {
    const window = this.#window(timeMs)
    counts[window] = (counts[window] ?? 0) + 1
  }

  #cell(operation: string, timeMs: number): Cell {
    const cells = this.#cells.get(operation) ?? []
    this.#cells.set(operation, cells)
    return (cells[this.#window(timeMs)] ??= newCell())
  }

  /**
   * How many times slower than at rest responses were in a window, or in all; null where nothing was served.
   * @param share of the responses that were no slower; half of them, unless it is said
   */
  slowdown(window?: number, share = 0.5): number | null {
    return percentile(window === undefined ? this.#slow.flat() : (this.#slow[window] ?? []), share) ?? null
  }

  /** Journeys that the shape asks for in this part, in a window or in all. */
  planned(window?: number): number {
    const [from, to] =
      window === undefined ? [0, this.durationMs] : [window * this.windowMs, (window + 1) * this.windowMs]
    return journeysBetween(this.plan.shape, from, to) * this.share
  }

  begun(window: number): number {
    return this.#begun[window] ?? 0
  }

  /** Requests that were answered within a window, but for those that were answered with 429 or a 5xx. */
  served(window: number): number {
    return this.#served[window] ?? 0
  }

  /** Errors and requests of a window. */
  errors(window: number): { count: number; errors: number } {
    const cells = [...this.#cells.values()].flatMap((all) => all[window] ?? [])
    return summed(cells)
  }

  figures(): { total: Figures; series: readonly LoadPoint[]; operations: Readonly<Record<string, OperationLoad>> } {
    const seconds = this.durationMs / 1000
    const span = (window: number) =>
      (Math.min(this.durationMs, (window + 1) * this.windowMs) - window * this.windowMs) / 1000
    const of = (cells: readonly Cell[], length: number) =>
      figuresOf(histogramOf(cells.flatMap(({ micros }) => micros)), summed(cells), length)
    const windows = Array.from({ length: this.windows }, (_, window) => window)
    const point = (cells: readonly Cell[], window: number): Point => ({
      atMs: window * this.windowMs,
      ...of(cells, span(window)),
    })
    const all = [...this.#cells.values()]
    const operations = [...this.#cells].map(([operation, cells]) => {
      const p95 = this.plan.limits.find(({ about, name }) => about === 'operation' && name === operation)?.latency?.p95
      const series = windows.map((window) => point(cells[window] ? [cells[window]] : [], window))
      const whole = of(Object.values(cells), seconds)
      return [operation, { ...whole, ...(p95 === undefined ? {} : { limit: { p95 } }), series }] as const
    })
    return {
      total: of(
        all.flatMap((cells) => Object.values(cells)),
        seconds,
      ),
      series: windows.map((window) => ({
        ...point(
          all.flatMap((cells) => cells[window] ?? []),
          window,
        ),
        planned: this.planned(window) / span(window),
        begun: this.begun(window) / span(window),
      })),
      operations: Object.fromEntries(operations),
    }
  }
}
