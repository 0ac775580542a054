/** Keeps what is judged, and takes up what an interrupted run has kept (`run --resume`). */
import type { Client } from '../../fixtures/http/client.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { BadTokens } from '../evidence/frame/tokens.ts'
import { NoVerdict } from '../../fixtures/errors.ts'
import type { Masker } from '../../fixtures/http/secrets.ts'
import { laneOf } from '../../schemas/order.ts'
import { isRecordKind, type OperationId } from '../../schemas/registry.ts'
import type { Result } from '../../schemas/report.ts'
import { isMonitor, livesOn, type AnyCheck } from '../checks/check.ts'
import { isInTurn } from './after-lanes.ts'
import type { Learned } from './learned.ts'
import type { Planned } from './plan.ts'
import type { SavedVotes } from './consistency.ts'
import type { Resuming, Saving, Step } from './saved.ts'

/** Where the run stands when an operation is judged. */
type Standing = Pick<Step, 'requests' | 'badTokens' | 'serviceVersion'>

const ofPhase: Readonly<Record<Step['phase'], (check: AnyCheck) => boolean>> = {
  turn: (check) => isInTurn(check) && !isMonitor(check),
  late: (check) => livesOn(check, 'late') && !isMonitor(check),
  fuzz: (check) => livesOn(check, 'fuzz') && !isMonitor(check),
}
const checksOf = ({ checks }: Planned, phase: Step['phase']) => checks.filter(ofPhase[phase])

/** Responses for a time: what comes of them says more of the moment than of the target. */
const temporary: readonly number[] = [429, 502, 503, 504]
const open: readonly string[] = ['inconclusive', 'blocked']

export class Kept {
  readonly #run: string
  readonly #learned: Learned
  readonly #saving: Saving | undefined
  readonly #clean: Masker['clean']
  readonly #steps: readonly Step[]
  readonly #last: Step | undefined
  #standing: (() => Standing) | null = null
  #troubled = false

  constructor(
    { run, plan }: { readonly run: string; readonly plan: readonly Planned[] },
    learned: Learned,
    { saving, before = [] }: Resuming,
    { clean }: Pick<Masker, 'clean'>,
  ) {
    this.#run = run
    this.#learned = learned
    this.#saving = saving
    this.#clean = clean
    this.#steps = standing(before, plan)
    this.#last = before.at(-1)
    this.#restore(before, plan)
  }

  /** What was learned before the run goes on. */
  #restore(before: readonly Step[], plan: readonly Planned[]): void {
    const { tally, consistency, notThere, met } = this.#learned
    tally.restore(before.map(({ run, counts, said }) => ({ counts, said, run })))
    const judged = new Set(this.#steps.filter(({ phase }) => phase === 'turn').map(({ operation }) => operation))
    notThere.restore(
      before.map(({ answers: responses }) => responses),
      judged,
    )
    for (const step of before) met.restore(step.met)
    for (const { operation, votes } of this.#steps) {
      const planned = plan.find((one) => one.operation.id === operation)
      if (planned) consistency.restore(planned, votes)
    }
  }

  /** What the interrupted runs sent. */
  get last(): Pick<Step, 'requests' | 'badTokens'> {
    return this.#last ?? { requests: 0, badTokens: 0 }
  }

  /**
   * Begins to keep what is judged.
   * @returns the results that are kept, each marked with the run that reached it
   * @throws NoVerdict where the target is another than it was
   */
  start(serviceVersion: string, client: Pick<Client, 'requests'>, tokens: Pick<BadTokens, 'spent'>): readonly Result[] {
    const requests = () => this.withLast(client.requests)
    this.#standing = () => ({ requests: requests(), badTokens: tokens.spent, serviceVersion })
    const was = this.#last?.serviceVersion ?? serviceVersion
    if (was !== serviceVersion)
      throw new NoVerdict(
        `The target says that its version is ${serviceVersion || 'none'}, and said ${was || 'none'} to the interrupted run: ` +
          `what that has judged says nothing of this one. Judge it again, without --resume.`,
      )
    return this.#steps.flatMap(({ run, results }) => results.map((result) => ({ keptFrom: run, ...result })))
  }

  /** How many results are kept. */
  get count(): number {
    return this.#steps.reduce((sum, { results }) => sum + results.length, 0)
  }

  /** Marks what is not sent again. */
  mark(plan: readonly Planned[]): readonly Planned[] {
    return plan.map((planned) =>
      this.has(planned.operation.id, 'turn') || this.has(planned.operation.id, 'late')
        ? { ...planned, kept: true }
        : planned,
    )
  }

  /** What is still to be fuzzed. */
  unfuzzed(plan: readonly Planned[]): readonly Planned[] {
    return plan.filter(({ operation }) => !this.has(operation.id, 'fuzz'))
  }

  /** Requests of this run and of those that it goes on with. */
  withLast(requests: number): number {
    return this.last.requests + requests
  }

  /** Whether nothing more is sent for an operation in this phase. */
  has(operation: OperationId, phase: Step['phase']): boolean {
    return this.#steps.some((step) => step.operation === operation && step.phase === phase)
  }

  observe({ response, credential }: Exchange): void {
    if (credential === 'right' && (!response || temporary.includes(response.status))) this.#troubled = true
  }

  /**
   * Keeps an operation that is judged. Left out, and so judged again, is what was not sent at all, and what may come out
   * otherwise: what broke, what may turn out not to be there, and what was left open while the target was busy or away.
   */
  keep(planned: Planned, phase: Step['phase'], results: readonly Result[]): void {
    const { tally, consistency, notThere, met } = this.#learned
    const { id } = planned.operation
    if (!this.#saving || !this.#standing || results.some(({ verdict }) => verdict === 'error') || notThere.suspects(id))
      return
    const opened = results.filter(({ verdict }) => open.includes(verdict))
    if (opened.length > 0 && (this.#troubled || opened.length === results.length)) return
    const votes = consistency.save({ ...planned, checks: checksOf(planned, phase) })
    if (!isWhole({ results, votes }, planned, phase)) return
    const { counts, said } = tally.save(id)
    const own = { run: this.#run, operation: id, phase, results, counts, met: met.save(), ...this.#standing() }
    const heard = { votes: withoutRefused(votes), said, answers: notThere.save(id) }
    this.#saving.writeJson(joined(JSON.stringify(own), shown(heard, this.#clean)))
  }
}

/** Two JSON objects of several members each, as one. */
const joined = (one: string, other: string) => `${one.slice(0, -1)},${other.slice(1)}`

/** Whether all that was to be judged is: a result, or votes that wait for those of others. */
function isWhole({ results, votes }: Pick<Step, 'results' | 'votes'>, planned: Planned, phase: Step['phase']): boolean {
  const judged = new Set([...results.map(({ check }) => check), ...Object.keys(votes)])
  const wanted = checksOf(planned, phase)
  return wanted.length > 0 && judged.size === wanted.length && wanted.every(({ id }) => judged.has(id))
}

/** The steps that still hold: the last of each operation and phase, whose results are those that are planned. */
function standing(before: readonly Step[], plan: readonly Planned[]): readonly Step[] {
  const last = new Map(before.map((step) => [`${step.phase} ${step.operation}`, step]))
  const of = ({ operation: { id } }: Planned, phase: Step['phase']) => last.get(`${phase} ${id}`)
  const isThrough = (planned: Planned, phase: Step['phase']) => {
    const step = of(planned, phase)
    return checksOf(planned, phase).length === 0 || (step !== undefined && isWhole(step, planned, phase))
  }
  // What is judged when its lane ends is judged anew with the rest of the operation.
  const isJudged = (planned: Planned) => isThrough(planned, 'turn') && isThrough(planned, 'late')
  const judged = plan.filter(
    (planned) =>
      isJudged(planned) &&
      !isNeeded(
        planned,
        plan.filter((one) => !isJudged(one)),
      ),
  )
  return judged.flatMap((planned) => {
    const fuzz = of(planned, 'fuzz')
    return [
      of(planned, 'turn') ?? [],
      of(planned, 'late') ?? [],
      fuzz && isWhole(fuzz, planned, 'fuzz') ? fuzz : [],
    ].flat()
  })
}

/** Whether others that are still to be judged live on what this one makes, of which no file may tell: an invitation's token. */
const isNeeded = ({ operation }: Planned, left: readonly Planned[]): boolean =>
  operation.act.verb === 'makes' &&
  !isRecordKind(operation.act.kind) &&
  left.some((one) => laneOf(one.operation) === laneOf(operation))

/** Votes that were refused show nobody anything; what they were about is not kept. */
const withoutRefused = (votes: SavedVotes): SavedVotes =>
  Object.fromEntries(
    Object.entries(votes).map(([check, all]) => [
      check,
      all.map((vote) => (vote.way === 'refused' ? { ...vote, exchanges: [] } : vote)),
    ]),
  )

/** As much of a body as evidence shows. */
const SHOWN = 20_000

const isExchange = (value: unknown): value is Exchange =>
  typeof value === 'object' && value !== null && 'serial' in value && 'credential' in value

/** What JSON escapes; in all other texts, a secret stands in JSON as it stands in them. */
const isEscaped = /["\\\p{Cc}\p{Cs}]/u

/**
 * The same as JSON: exchanges as evidence needs them, no secrets. Each text that JSON would escape once more is cleaned by itself; then
 * the whole, because names say what is secret.
 */
function shown(heard: Pick<Step, 'votes' | 'said' | 'answers'>, clean: Masker['clean']): string {
  // The same bodies stand in one exchange after another.
  const cleaned = new Map<string, string>()
  const once = (text: string): string => {
    if (!isEscaped.test(text)) return text
    const known = cleaned.get(text)
    if (known !== undefined) return known
    const kept = clean(text)
    cleaned.set(text, kept)
    return kept
  }
  const text = JSON.stringify(heard, (_, value: unknown) => {
    if (typeof value === 'string') return once(value)
    if (!isExchange(value)) return value
    const { asked: _asked, response, ...rest } = value
    return {
      ...rest,
      response: response && {
        ...response,
        // A secret that the end cuts in two is cleaned before.
        text: clean(response.text.slice(0, 2 * SHOWN)).slice(0, SHOWN),
        json: { ok: false, why: 'it was not kept' },
      },
    } satisfies Exchange
  })
  return clean(text)
}
