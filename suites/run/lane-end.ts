/** What a lane looks at when its operations are through: refused requests and jobs may have taken effect since. */
import { identifierField, lifeOf, type Operation } from '../../schemas/registry.ts'
import type { References } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import type { Planned } from './plan.ts'
import { inShort } from '../checks/census.ts'
import { livesOn } from '../checks/check.ts'
import { isMissing, Inconclusive, type Missing } from '../claim/finding.ts'
import { unansweredSupply } from '../claim/supply.ts'
import { control } from '../evidence/control.ts'
import { outcome, type Gathered } from '../evidence/frame/evidence.ts'
import { Collected } from '../evidence/frame/gather.ts'
import { later, type Later } from '../evidence/later.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { SceneRecord } from '../scene/made.ts'
import type { LateChange } from '../scene/late-changes.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import { cameBack, deleteAtWork, type DeletedAtWork } from './deleted-at-work.ts'
import { followUp } from './follow-up.ts'
import { tryLater, type TrialLane } from './late-trials.ts'
import { LATE } from '../target/patience.ts'
import { lookOnce } from './look-once.ts'

/** So long a job may take and still be noticed, in milliseconds. */
const JOB = 900
/** A look that comes sooner after a response shows no job, in milliseconds. */
const SOON = 100

const isLate = ({ operation, checks }: Planned) => later.on(operation) && checks.some((check) => livesOn(check, 'late'))

/** How long a lane waits at its end, in milliseconds: for what it had refused, and for the jobs that it began. */
export const waitOf = (turns: readonly Planned[]): number =>
  LATE + (turns.some((one) => one.forbidden === null && !one.kept && isLate(one)) ? JOB : 0)

/** About how much is sent in these turns: of what takes fields, twice as much. Late effects of those are waited for in the end. */
export const work = (turns: readonly Planned[]) =>
  turns.reduce((sum, { operation, wanted, kept }) => {
    const fields = operation.body?.fields.length ?? 0
    return sum + (kept ? 0 : wanted.size * (fields > 0 ? 2 : 1))
  }, 0)

/** Told what became of records after an operation. */
export type OnLater = (planned: Planned, found: Gathered) => void

interface Taken {
  readonly planned: Planned
  readonly fixture: RecordFixture
  readonly gathered: Gathered
}

export class LaneEnd {
  readonly #lane: TrialLane
  readonly #turns: readonly Planned[]
  readonly #onLater: OnLater
  readonly #taken: Taken[] = []
  #deleted: DeletedAtWork | null | undefined
  /** The operations that are followed by an update. */
  readonly #followed: ReadonlySet<Operation>

  constructor(lane: TrialLane, turns: readonly Planned[], onLater: OnLater) {
    this.#lane = lane
    this.#turns = turns
    this.#onLater = onLater
    this.#followed = new Set(followed(turns))
  }

  /** A turn is over. */
  async taken(one: Taken): Promise<void> {
    if (!isLate(one.planned)) return
    this.#taken.push(one)
    const sent = outcome(control).from(one.gathered)
    if (!this.#followed.has(one.planned.operation) || isMissing(sent) || !this.#lane.caller.success(sent)) return
    await followUp(one.fixture)
  }

  /** The record that the deploy was judged on, and the response to the valid request. */
  deployed(): { readonly record: SceneRecord; readonly exchange: Exchange } | undefined {
    const { fixture, gathered } = this.#taken.find(({ planned }) => planned.operation.act.aspect === 'deploy') ?? {}
    const exchange = gathered && outcome(control).from(gathered)
    return fixture?.own && exchange && !isMissing(exchange) ? { record: fixture.own, exchange } : undefined
  }

  /** A job is known to go on after the response to a deploy: once in a lane, a record is deleted meanwhile. */
  async deleteAtWork(parent: References): Promise<void> {
    const deploy = this.#taken.find(({ planned }) => planned.operation.act.aspect === 'deploy')
    if (!deploy || this.#deleted !== undefined) return
    this.#deleted = await deleteAtWork(deploy.planned.operation, this.#lane, parent)
  }

  /** Waits until a job on these records must be through: what is deleted before shows nothing of it. */
  async jobs(fixtures: readonly RecordFixture[]): Promise<void> {
    const { patience, lateChanges } = this.#lane.caller
    const begun = fixtures.flatMap(({ own }) => (own?.alive ? lateChanges.begunAt(own.id) : []))
    const left = Math.max(0, ...begun) + JOB - Date.now()
    if (this.#taken.length > 0 && left > 0) await patience.rest(left, 'what was begun to go on')
    await this.#lookAgain()
  }

  /** @param suspected those about which refused requests may have carried what a read would show */
  async look(used: readonly RecordFixture[], suspected: readonly RecordFixture[]): Promise<void> {
    const { caller } = this.#lane
    await this.jobs(used)
    await lookOnce(suspected, this.#turns, caller)
    if (this.#taken.length === 0) return
    const { lateChanges } = caller
    // Operations share the records that stand to the end, so these are few.
    const unseen = this.#taken.flatMap(({ fixture: { own } }) => {
      const since = own ? lateChanges.begunAt(own.id) : 0
      return own?.alive && since > 0 && lateChanges.seenAt(own.id) < since + JOB ? own : []
    })
    const reads = [...new Set(unseen)].map(({ kind, references }) => ({ operation: lifeOf(kind).one, references }))
    await Promise.all(reads.filter(({ operation }) => caller.allows(operation)).map((call) => caller.call(call)))
    await this.#judge()
  }

  /** What a read showed may have been an older copy: then the next ones show what was written. */
  async #lookAgain(): Promise<void> {
    const { caller } = this.#lane
    const seen = () => this.#taken.flatMap(({ planned }) => caller.lateChanges.since(planned.operation))
    const look = async ([id, kind]: readonly [string, RecordKind]) => {
      const call = { operation: lifeOf(kind).one, references: { [identifierField[kind]]: id } }
      const isAsItWas = () => !seen().some((change) => change.id === id)
      const wait = { why: 'an older copy to be over', within: caller.patience.delay, teaches: null }
      if (caller.allows(call.operation)) await caller.patience.eventually(() => caller.call(call), isAsItWas, wait)
    }
    await Promise.all([...new Map(seen().map(({ id, kind }) => [id, kind]))].map(look))
  }

  async #judge(): Promise<void> {
    const { lateChanges } = this.#lane.caller
    await this.#lookAgain()
    const sinceOf = new Map(this.#taken.map(({ planned }) => [planned, lateChanges.since(planned.operation)]))
    const suspects = this.#taken.filter(({ planned }) => (sinceOf.get(planned)?.length ?? 0) > 0)
    const operations = suspects.map(({ planned }) => planned.operation)
    const tried = await tryLater(operations, (operation) => this.#before(operation), this.#lane)
    const isFound = [...tried.values()].some(
      (one) => !isMissing(one) && one.own.drifts.length + one.others.drifts.length > 0,
    )
    const back = this.#deleted ? await cameBack(this.#deleted, this.#lane, JOB) : undefined
    for (const one of this.#taken) {
      const again = tried.get(one.planned.operation)
      const [first] = isFound ? [] : (sinceOf.get(one.planned) ?? [])
      const found = again ? withFirst(again, first) : this.#untroubled(one)
      const isBack = back !== undefined && one.planned.operation === this.#deleted?.operation && !isMissing(found)
      this.#onLater(one.planned, new Collected(new Map([[later, isBack ? { ...found, back } : found]])))
    }
  }

  #before(operation: Operation): readonly Operation[] {
    const at = this.#turns.findIndex((one) => one.operation === operation)
    return this.#turns.slice(0, at).flatMap((one) => (one.forbidden === null ? one.operation : []))
  }

  /** Of an operation after which nothing changed, whether anything was there to be seen. */
  #untroubled({ planned: { operation }, fixture: { own }, gathered }: Taken): Later | Missing {
    const { caller } = this.#lane
    const sent = outcome(control).from(gathered)
    if (isMissing(sent)) return sent
    if (!own || !caller.success(sent))
      return new Inconclusive(
        sent.response ? 'it was answered with an error, so no job goes on' : 'it got no response, so no job goes on',
        unansweredSupply(sent),
        [sent],
      )
    const since = caller.lateChanges.begunAt(own.id, operation) + SOON
    return {
      own: { drifts: [], isSeen: caller.lateChanges.seenAt(own.id) >= since },
      others: { drifts: [], isSeen: caller.lateChanges.hasSeenOthers(own.id, since) },
      exchanges: [sent],
    }
  }
}

/**
 * Jobs of one server have much in common, so the deploy alone is followed. Where no turn comes after it, the first operation
 * is followed, too: a read soon after that shows how this target shows what was written.
 */
function followed(turns: readonly Planned[]): readonly Operation[] {
  const late = turns.filter((one) => isLate(one) && !one.kept).map(({ operation }) => operation)
  const deploys = late.filter(({ act }) => act.aspect === 'deploy')
  const others = late.filter((one) => !deploys.includes(one))
  const isUnread = deploys.length > 0 && late.at(-1) === deploys.at(-1)
  return deploys.length === 0 ? others.slice(0, 1) : [...deploys, ...(isUnread ? others.slice(0, 1) : [])]
}

/** @param first what the lane saw, if nothing explains it */
function withFirst(again: Later | Missing, first: LateChange | undefined): Later | Missing {
  if (isMissing(again) || !first) return again
  const once = inShort({ ...first, whose: first.kind })
  return { ...again, once, exchanges: [...again.exchanges, first.exchange] }
}
