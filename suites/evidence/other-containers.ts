/** Two deployed records whose names begin alike: do requests about one keep to its own container? */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { serviceKinds, type RecordKind } from '../../schemas/operation.ts'
import { does, doing, lifeOf, type Operation } from '../../schemas/registry.ts'
import { Blocked, Inconclusive, Skipped } from '../claim/finding.ts'
import { unansweredSupply } from '../claim/supply.ts'
import { valueIn } from '../scene/find-record.ts'
import type { SceneRecord } from '../scene/made.ts'
import type { RecordFixture } from '../scene/record-fixture.ts'
import { census } from './census.ts'
import { changeOf, entriesOf, movesOf, type Entries } from './census/container-entries.ts'
import { deployOf } from './deployed-gone.ts'
import { effect } from './effect.ts'
import { evidence } from './frame/evidence.ts'
import { ownRecord } from './own-record.ts'
import { appNameOf, makeLonger } from './requests/longer-name.ts'
import { LISTED, readsOfContainer, type ContainerRead } from './requests/container-reads.ts'
import { variations } from './variations.ts'

/** One request about one of the two records. */
export interface ContainerStep extends ContainerRead {
  /** Lists of all containers from before it, and after it where it may change them. */
  readonly lists: readonly Exchange[]
}

const allContainers = doing('lists', 'container')

/** An application and one kind of database: what a server does for that kind it does for the others. */
const tried: readonly (RecordKind | undefined)[] = [serviceKinds.at(0), serviceKinds.at(-1)]

/** So long a stop or a delete may take to show, in milliseconds: where none is seen, nothing is to be seen on the other either. */
const SOON = 500
/** An identifier of so many characters stands in no text by chance. */
const LONG = 8

/** Two records, made and found, deployed and deleted, a stop, five reads of one, and the list after each step. */
const LIFE = 18

export const otherContainers = evidence({
  id: 'other-containers',
  needs: { ownRecord },
  // What these look for on other records must not meet a deploy of this kind.
  after: [census, effect, variations],
  on: (operation) => tried.some((kind) => kind && does('changes', kind, 'stop')(operation)),
  cost: () => LIFE,
  async gather({ ownRecord: { fixture }, operation }): Promise<readonly ContainerStep[]> {
    const { kind, scene, caller, parent } = fixture
    const deploy = deployOf(kind)
    if (!deploy) throw new Skipped('nothing deploys records of this kind')
    for (const needed of [lifeOf(kind).create, deploy, allContainers]) {
      const forbidden = caller.forbids(needed)
      if (forbidden !== null) throw new Skipped(forbidden)
    }
    const { record: first } = await scene.make(kind, parent)
    const second = first && (await makeLonger(first, fixture))
    try {
      if (!first || !second)
        throw new Blocked('no two records could be created', `${lifeOf(kind).create.id} records/made`)
      return await new Trial(fixture, first, second).run(deploy, operation)
    } finally {
      for (const record of [second, first]) if (record?.alive) await scene.dispose(record)
    }
  },
})

/** Both are deployed, one after the other; then the first is stopped and deleted. */
class Trial {
  readonly #caller: RecordFixture['caller']
  readonly #scene: RecordFixture['scene']
  readonly #first: SceneRecord
  readonly #second: SceneRecord
  readonly #names: readonly [string, string]

  constructor({ caller, scene }: RecordFixture, first: SceneRecord, second: SceneRecord) {
    this.#caller = caller
    this.#scene = scene
    this.#first = first
    this.#second = second
    this.#names = [appNameOf(first), appNameOf(second)]
  }

  /** @throws Inconclusive where no list shows the container of what was deployed */
  async run(deploy: Operation, stop: Operation): Promise<readonly ContainerStep[]> {
    const first = (list: Exchange) => this.#ofFirst(list)
    const second = (list: Exchange) => this.#ofSecond(list)
    const { list: alone } = await this.#deployed(deploy, this.#first, first, (list) => first(list).length > 0)
    const hasBoth = (list: Exchange) => first(list).length > 0 && second(list).length > 0
    const { sent, list: both } = await this.#deployed(deploy, this.#second, second, hasBoth)
    const deployed = stepOf(sent, [alone, both], changeOf(first(alone), first(both), []))
    if (!hasBoth(both)) return [deployed]
    const { references } = this.#first
    const read = await this.#reads(both)
    const stopped = await this.#step(both, () => this.#caller.call({ operation: stop, references }))
    const steps = [deployed, ...read, stopped]
    if (stopped.wrong !== undefined) return steps
    return [...steps, await this.#step(stopped.lists.at(-1) ?? both, () => this.#scene.remove(this.#first))]
  }

  /** Reads of the second container. */
  async #reads(list: Exchange): Promise<readonly ContainerStep[]> {
    const own = idIn(this.#ofSecond(list)[0])
    const others = entriesOf(valueIn(list))
      .map(idIn)
      .filter((id) => id !== own && id.length >= LONG)
    const reads = await readsOfContainer({ own, others, appName: this.#names[1] }, this.#caller)
    return reads.map((read) => ({ ...read, lists: [list] }))
  }

  #ofFirst(list: Exchange): Entries {
    const [name, longer] = this.#names
    return entriesOf(valueIn(list), name, longer)
  }

  #ofSecond(list: Exchange): Entries {
    return entriesOf(valueIn(list), this.#names[1])
  }

  /** The list, as soon as it holds; the last one where it never does. */
  async #list(holds: (list: Exchange) => boolean, within: number): Promise<Exchange> {
    const list = await this.#caller.patience.eventually(
      () => this.#caller.call({ operation: allContainers }),
      (seen) => this.#caller.success(seen) && holds(seen),
      { why: LISTED, within, teaches: null },
    )
    if (this.#caller.success(list)) return list
    throw new Inconclusive('the list of containers could not be read', unansweredSupply(list), [list])
  }

  async #send(send: () => Promise<Exchange>): Promise<Exchange> {
    const sent = await send()
    if (this.#caller.success(sent)) return sent
    throw new Inconclusive('the valid request did not succeed', unansweredSupply(sent), [sent])
  }

  async #deployed(
    operation: Operation,
    { references }: SceneRecord,
    entries: (list: Exchange) => Entries,
    holds: (list: Exchange) => boolean,
  ) {
    const sent = await this.#send(() => this.#caller.call({ operation, references }))
    const list = await this.#list(holds, this.#caller.patience.whole)
    if (entries(list).length > 0) return { sent, list }
    throw new Inconclusive(
      'no list shows a container of what was deployed',
      'a target that lists the containers of what it deploys, under the appName',
      [sent, list],
    )
  }

  /** Sends something about the first record, and looks for the containers of both. */
  async #step(before: Exchange, send: () => Promise<Exchange>): Promise<ContainerStep> {
    const sent = await this.#send(send)
    const [own, others] = [this.#ofFirst(before), this.#ofSecond(before)]
    const isMoved = (list: Exchange) =>
      this.#ofFirst(list).length < own.length || movesOf(own, this.#ofFirst(list)).length > 0
    const change = (list: Exchange) => changeOf(others, this.#ofSecond(list), movesOf(own, this.#ofFirst(list)))
    const after = await this.#list(isMoved, SOON)
    // The list may come from an older copy for a while.
    const last =
      change(after) === undefined
        ? after
        : await this.#list((list) => change(list) === undefined, this.#caller.patience.whole)
    return stepOf(sent, [before, last], change(last))
  }
}

const stepOf = (sent: Exchange, lists: readonly Exchange[], wrong: string | undefined): ContainerStep => ({
  sent,
  lists,
  ...(wrong === undefined ? {} : { wrong }),
})

const idIn = (entry: Entries[number] | undefined): string => {
  const id = entry?.['containerId']
  return typeof id === 'string' ? id : ''
}
