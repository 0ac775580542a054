/**
 * Creates, reads, updates, deletes and actions on several records of a kind in any order, against a model that knows only
 * what the specification says: what was acknowledged is shown, what was deleted is gone, everything else stays as it was.
 */
import fc from 'fast-check'
import { Breach } from '../finding.ts'
import { bodyOf, rehearse, type Writer } from './writers.ts'
import { Cast } from './cast.ts'
import { search, seedOf, type Again, type Broken, type Searched } from './search.ts'
import type { Stage } from './stage.ts'

export const MODEL = 'fuzz/model'
/** Steps of a sequence at most, and records alive in it at a time. */
const STEPS = 40
/** Requests that sequences may take for each run that is asked for: after so many no new one is begun. */
const SHARE = 8
const RECORDS = 3

/** What the model knows: how many are alive, how many are gone. */
interface Model {
  alive: number
  gone: number
}

interface Real {
  readonly cast: Cast
  readonly writers: readonly Writer[]
}

interface Said {
  readonly what: 'create' | 'write' | 'delete' | 'look for a deleted one'
  readonly which: number
  readonly how: number
  /** Whether all that are alive are looked at afterwards: a later step may cover up what this one did. */
  readonly look: boolean
}

class Step implements fc.AsyncCommand<Model, Real> {
  readonly #said: Said
  readonly #names: readonly string[]

  constructor(said: Said, names: readonly string[]) {
    this.#said = said
    this.#names = names
  }

  check({ alive, gone }: Readonly<Model>): boolean {
    const { what } = this.#said
    if (what === 'create') return alive < RECORDS
    if (what === 'write') return alive > 0 && this.#names.length > 0
    if (what === 'delete') return alive > 1
    return what === 'look for a deleted one' ? gone > 0 : alive > 0
  }

  async run(model: Model, real: Real): Promise<void> {
    const { cast } = real
    await this.#act(real)
    const alive = cast.players.filter(({ state }) => state === 'alive')
    for (const player of this.#said.look ? alive : []) {
      const breach = await cast.look(player)
      if (breach) throw breach
    }
    model.alive = alive.length
    model.gone = cast.players.filter(({ state }) => state === 'gone').length
  }

  async #act({ cast, writers }: Real): Promise<void> {
    const { what, which, how } = this.#said
    if (what === 'create') return void (await cast.make())
    const wanted = what === 'look for a deleted one' ? 'gone' : 'alive'
    const some = cast.players.filter(({ state }) => state === wanted)
    const player = some[which % some.length]
    if (!player) return
    if (what === 'delete') return cast.remove(player)
    if (what === 'look for a deleted one') {
      const breach = await cast.look(player)
      if (breach) throw breach
      return
    }
    const writer = writers[how % writers.length]
    if (!writer) return
    const body = bodyOf(cast.stage, writer.operation, player.record)
    const exchange = await cast.stage.caller.call({
      operation: writer.operation,
      pointers: player.record.pointers,
      body,
    })
    cast.log.push(exchange)
    // What an error leaves behind is nobody's promise.
    const taken = cast.stage.caller.success(exchange)
    for (const field of writer.fields) cast.hold(player, field, () => (taken ? [body[field]] : []))
  }

  toString(): string {
    const { what, which, how, look } = this.#said
    const said = what === 'write' ? (this.#names[how % this.#names.length] ?? what) : what
    return `${said}${what === 'create' ? '' : ` #${which}`}${look ? ' and look' : ''}`
  }
}

const steps = (names: readonly string[], replayPath: string | undefined) => {
  const index = fc.nat({ max: RECORDS - 1 })
  const step = (what: Said['what'], weight: number) =>
    Array.from({ length: weight }, () =>
      fc
        .record({
          what: fc.constant(what),
          which: index,
          how: fc.nat({ max: Math.max(0, names.length - 1) }),
          look: fc.constantFrom(false, false, true),
        })
        .map((said) => new Step(said, names)),
    )
  const all = [...step('create', 2), ...step('write', 5), ...step('delete', 2), ...step('look for a deleted one', 1)]
  return fc.commands<Model, Real, false>(all, {
    maxCommands: STEPS,
    size: 'max',
    ...(replayPath === undefined ? {} : { replayPath }),
  })
}

type Sequence = Iterable<fc.AsyncCommand<Model, Real>>

/** Tries sequences of steps on records of the stage's kind. */
export async function tryModel(stage: Stage, runs: number, again?: Again): Promise<Searched<unknown>> {
  if (!stage.own) return { found: [], tried: 0, complete: true }
  const writers = await rehearse(stage, stage.own)
  // What shows that it was done is done oftener.
  const telling = writers.filter(({ fields }) => fields.length > 0)
  const all = [...writers, ...telling, ...telling, ...telling]
  const names = all.map(({ operation }) => operation.name)
  let spent = 0
  const judge = async (sequence: Sequence, _wanted: unknown, hasty: boolean): Promise<Broken | null> => {
    if (!hasty && !again && spent >= SHARE * runs) return null
    const cast = new Cast(stage, hasty)
    try {
      // Two from the start: most of what goes wrong takes a neighbour.
      const two = [await cast.make(), await cast.make()].filter((one) => one !== null)
      const model = { alive: two.length, gone: 0 }
      await fc.asyncModelRun(() => ({ model, real: { cast, writers: all } }), sequence)
      for (const player of cast.players) {
        const breach = await cast.look(player)
        if (breach) return { check: MODEL, breach }
      }
      return null
    } catch (thrown) {
      if (thrown instanceof Breach) return { check: MODEL, breach: thrown }
      throw thrown
    } finally {
      spent += cast.log.length
      await cast.leave()
    }
  }
  return search<Sequence>(
    {
      seed: seedOf(stage.caller.options.seed, `${stage.operation.id} model`),
      arbitrary: steps(names, again?.replayPath),
      examples: [],
      runs,
      unbiased: true,
      again,
    },
    judge,
  )
}
