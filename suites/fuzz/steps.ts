/** The steps of a sequence, as fast-check's commands, and as plain data that a report can hold. */
import fc from 'fast-check'
import type { TrackedRecords, TrackedRecord } from './tracked-records.ts'
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
  readonly tracked: TrackedRecords
  /** The steps that were taken so far. */
  readonly taken: Said[]
  readonly writers: readonly Writer[]
  /** Requests that the sequence may take before no further step is begun. */
  readonly most: number
}

/** Requests so far; what is found once it is made, and deleted in the end, is not in the log. */
export const requestsOf = ({ log, records }: TrackedRecords): number =>
  log.length + records.length + records.filter(({ state }) => state === 'alive').length

export interface Said {
  readonly what: 'create' | 'write' | 'delete' | 'look for a deleted one'
  readonly which: number
  readonly how: number
  /** Whether it writes what the same operation wrote on that record first. */
  readonly again?: boolean
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

/** On one record, by each of these writers: two values, and the first of them again. */
export const returning = (writers: readonly number[]): readonly Said[] =>
  writers.flatMap((how) => {
    const write = { what: 'write', which: 0, how, look: false } as const
    return [write, write, { ...write, again: true, look: true }]
  })

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
    const { tracked } = real
    real.taken.push(this.said)
    const { what, look } = this.said
    const about = await this.#act(real)
    const alive = tracked.records.filter(({ state }) => state === 'alive')
    for (const subject of look && what !== 'create' ? alive.filter((one) => what === 'delete' || one === about) : []) {
      const breach = await tracked.look(subject)
      if (breach) throw breach
    }
    model.alive = alive.length
    model.gone = tracked.records.filter(({ state }) => state === 'gone').length
    model.over = requestsOf(tracked) >= real.most
  }

  /** @returns what it was about */
  async #act({ tracked, writers }: Real): Promise<TrackedRecord | null> {
    const { what, which, how, again } = this.said
    if (what === 'create') return tracked.make()
    const wanted = what === 'look for a deleted one' ? 'gone' : 'alive'
    const some = tracked.records.filter(({ state }) => state === wanted)
    const subject = some[which % some.length]
    if (!subject) return null
    if (what === 'delete') await tracked.remove(subject)
    if (what === 'delete') return subject
    if (what === 'look for a deleted one') {
      const breach = await tracked.look(subject)
      if (breach) throw breach
      return subject
    }
    const writer = writers[how % writers.length]
    if (!writer) return null
    const { operation } = writer
    const earlier = again ? subject.written.get(operation.id) : undefined
    const body = earlier ?? bodyOf(tracked.stage, operation, subject.record, writer.natural)
    const exchange = await tracked.stage.caller.call({
      operation,
      references: subject.record.references,
      body,
    })
    tracked.log.push(exchange)
    // What an error leaves behind is nobody's promise.
    const taken = tracked.stage.caller.success(exchange)
    if (taken && !subject.written.has(operation.id)) subject.written.set(operation.id, body)
    // What the target file adds to a request may be what a create wrote.
    const shown = [...writer.fields, ...(writer.natural === null ? [] : [writer.natural])]
    const fields = new Set([...shown, ...Object.keys(body).filter((name) => subject.held.has(name))])
    for (const field of fields) tracked.hold(subject, field, () => (taken ? [body[field]] : []))
    return subject
  }

  toString(): string {
    const { what, which, how, again, look } = this.said
    const said = what === 'write' ? (this.#names[how % this.#names.length] ?? what) : what
    return `${said}${what === 'create' ? '' : ` #${which}`}${again ? ' as at first' : ''}${look ? ' and look' : ''}`
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
