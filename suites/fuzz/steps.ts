/** The steps of a sequence, as fast-check's commands, and as plain data that a report can hold. */
import fc from 'fast-check'
import type { Cast, Player } from './cast.ts'
import { bodyOf, type Writer } from './writers.ts'

/** Steps of a sequence at most, and records alive in it at a time. */
const STEPS = 40
const RECORDS = 3
/** A number that any number of them divides, so that each is picked as often. */
const PICKS = 6

/** What the model knows: how many are alive, how many are gone. */
export interface Model {
  alive: number
  gone: number
  /** Whether all requests were sent that it may take. */
  over: boolean
}

export interface Real {
  readonly cast: Cast
  /** The steps that were taken so far. */
  readonly taken: Said[]
  readonly writers: readonly Writer[]
  /** Requests that the sequence may take before no further step is begun. */
  readonly most: number
}

/** Requests so far; what is found once it is made, and deleted in the end, is not in the log. */
export const requestsOf = ({ log, players }: Cast): number =>
  log.length + players.length + players.filter(({ state }) => state === 'alive').length

export interface Said {
  readonly what: 'create' | 'write' | 'delete' | 'look for a deleted one'
  readonly which: number
  readonly how: number
  /** Whether what it is about, or of a delete the others, is looked at: a later step may cover up what this one did. */
  readonly look: boolean
}

/** Two records from the start: most of what goes wrong takes a neighbour. */
export const beginning: readonly Said[] = Array.from({ length: 2 }, () => ({
  what: 'create',
  which: 0,
  how: 0,
  look: false,
}))

export class Step implements fc.AsyncCommand<Model, Real> {
  readonly said: Said
  readonly #names: readonly string[]

  constructor(said: Said, names: readonly string[]) {
    this.said = said
    this.#names = names
  }

  check({ alive, gone, over }: Readonly<Model>): boolean {
    const { what } = this.said
    if (over) return false
    if (what === 'create') return alive < RECORDS
    if (what === 'write') return alive > 0 && this.#names.length > 0
    if (what === 'delete') return alive > 1
    return what === 'look for a deleted one' ? gone > 0 : alive > 0
  }

  async run(model: Model, real: Real): Promise<void> {
    const { cast } = real
    real.taken.push(this.said)
    const { what, look } = this.said
    const about = await this.#act(real)
    const alive = cast.players.filter(({ state }) => state === 'alive')
    for (const player of look && what !== 'create' ? alive.filter((one) => what === 'delete' || one === about) : []) {
      const breach = await cast.look(player)
      if (breach) throw breach
    }
    model.alive = alive.length
    model.gone = cast.players.filter(({ state }) => state === 'gone').length
    model.over = requestsOf(cast) >= real.most
  }

  /** @returns what it was about */
  async #act({ cast, writers }: Real): Promise<Player | null> {
    const { what, which, how } = this.said
    if (what === 'create') return cast.make()
    const wanted = what === 'look for a deleted one' ? 'gone' : 'alive'
    const some = cast.players.filter(({ state }) => state === wanted)
    const player = some[which % some.length]
    if (!player) return null
    if (what === 'delete') await cast.remove(player)
    if (what === 'delete') return player
    if (what === 'look for a deleted one') {
      const breach = await cast.look(player)
      if (breach) throw breach
      return player
    }
    const writer = writers[how % writers.length]
    if (!writer) return null
    const body = bodyOf(cast.stage, writer.operation, player.record)
    const exchange = await cast.stage.caller.call({
      operation: writer.operation,
      pointers: player.record.pointers,
      body,
    })
    cast.log.push(exchange)
    // What an error leaves behind is nobody's promise.
    const taken = cast.stage.caller.success(exchange)
    // What the target file adds to a request may be what a create wrote.
    const fields = new Set([...writer.fields, ...Object.keys(body).filter((name) => player.held.has(name))])
    for (const field of fields) cast.hold(player, field, () => (taken ? [body[field]] : []))
    return player
  }

  toString(): string {
    const { what, which, how, look } = this.said
    const said = what === 'write' ? (this.#names[how % this.#names.length] ?? what) : what
    return `${said}${what === 'create' ? '' : ` #${which}`}${look ? ' and look' : ''}`
  }
}

/** Sequences of steps, on writers of these names. */
export function sequences(names: readonly string[]): fc.Arbitrary<Iterable<Command>> {
  const index = fc.nat({ max: PICKS - 1 })
  const step = (what: Said['what'], weight: number) =>
    Array.from({ length: weight }, () =>
      fc
        .record({
          what: fc.constant(what),
          which: index,
          how: fc.nat({ max: Math.max(0, names.length - 1) }),
          look: fc.boolean(),
        })
        .map((said) => new Step(said, names)),
    )
  const all = [...step('create', 2), ...step('write', 5), ...step('delete', 2), ...step('look for a deleted one', 1)]
  return fc.commands<Model, Real, false>(all, { maxCommands: STEPS, size: 'max' })
}

export type Command = fc.AsyncCommand<Model, Real>
