import { without } from '../../fixtures/payload/find.ts'
import { guesses, type Pointers } from '../../fixtures/payload/payload.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { Caller } from '../scene/call.ts'
import type { Carried, Census } from './census.ts'
import type { Subject } from './subject.ts'
import { changed, inWords, newVolatilePaths, type Snapshot } from '../scene/snapshot.ts'
import { drifted, fieldOf, neighboursOf, repair, type Neighbours } from './neighbours.ts'
import { alikeTexts, censusValues, otherValue, settingValue, type Value } from '../values/setting-value.ts'

/**
 * A host setting that has a read: its own value is written back first, and only where that changes nothing is another
 * value sent, with bad tokens and once with the right one; then the old value is put back.
 */
export function settingSubject(write: Operation, read: Operation, caller: Caller, pointers: Pointers): Subject {
  const field = fieldOf(write)
  const sight = newVolatilePaths()
  let before: { value: Value; look: Snapshot } | null = null
  let dirty = false
  let neighbours: Neighbours = { all: [] }
  let damaged: Neighbours['all'] = []
  /** The setting's value before the first write. */
  let first: Value | undefined
  const witnessed: { carried: Carried; exchanges: readonly Exchange[] }[] = []

  const lookBy = async (by: Caller): Promise<Snapshot> => {
    const exchange = await by.call({ operation: read, pointers })
    return {
      view: caller.success(exchange) && exchange.answer?.json.ok ? exchange.answer.json.value : undefined,
      exchange,
    }
  }
  const look = () => lookBy(caller)
  const body = (value: Value) => ({
    ...caller.validBody(write, pointers),
    ...(field ? { [field.name]: value } : {}),
  })
  const other = (value: Value): Value => otherValue(value, field, caller.values.name())
  const valueIn = (look: Snapshot): Value | undefined => settingValue(without(look.view, sight.moving), field)
  const witness = (written: Value, write: Exchange, seen: Snapshot) => {
    const shown = valueIn(seen)
    const carried = {
      field: field?.name ?? '',
      type: field?.type ?? 'string',
      written,
      ...(shown === undefined ? {} : { shown }),
      ...(first === undefined ? {} : { before: first }),
    } as const
    witnessed.push({ carried, exchanges: [write, seen.exchange] })
  }
  const writeBack = (value: Value, by: Caller) => by.call({ operation: write, pointers, body: body(value) })

  /** Says in the journal what to put back, before a request goes out that may change it. */
  const soil = (value: Value) => {
    if (!dirty) caller.journal.write({ event: 'write', kind: write.act.kind, name: write.id, before: body(value) })
    dirty = true
  }

  const owe = (why: string) => caller.leave({ kind: write.act.kind, name: write.id, id: null, why })

  const putBack = async (sure: Caller) => {
    if (!before || !dirty) return
    const { value, look: shown } = before
    // Written back unread: what changed may not be seen yet.
    await writeBack(value, sure)
    const restored = (now: Snapshot) => changed(shown, now, sight).length === 0
    const why = 'settings to be put back'
    if (!restored(await caller.patience.eventually(() => lookBy(sure), restored, { why }))) {
      owe(`${read.id} does not show what it showed before, though it was written back`)
      return
    }
    dirty = false
    caller.journal.write({ event: 'restored', kind: write.act.kind, name: write.id })
  }

  return {
    sight,
    spareLook: look,
    guesses: guesses(write, caller.options.target, pointers),
    look,
    async prepare(needs) {
      // Before anything is written: even what is written back may land elsewhere.
      if (needs.has('census')) neighbours = await neighboursOf(write, caller, pointers)
      const stamped = await look()
      let seen = await look()
      // Request ids and times in every answer are not the setting's.
      for (const path of changed(stamped, seen, sight)) sight.moving.add(path)
      // Twice: a target that trims what it is given has made it its own by the second time.
      for (const round of [1, 2]) {
        const value = valueIn(seen)
        first ??= value
        if (value === undefined)
          return `${read.id} does not show a value that ${write.id} could put back, so nothing is written`
        caller.journal.write({ event: 'write', kind: write.act.kind, name: write.id, before: body(value) })
        const exchange = await writeBack(value, caller)
        const second = await look()
        if (!caller.success(exchange))
          return `${write.id} does not take back what ${read.id} showed, so nothing else is written`
        const paths = changed(seen, second, sight)
        witness(value, exchange, second)
        if (paths.length === 0) {
          before = { value, look: second }
          caller.journal.write({ event: 'restored', kind: write.act.kind, name: write.id })
          return null
        }
        if (round === 2) owe(`writing back what ${read.id} showed changed ${inWords(paths)}`)
        if (round === 2)
          return `writing back what ${read.id} showed changed ${inWords(paths)}, so nothing else is written`
        seen = second
      }
      return null
    },
    async send(variation) {
      if (!before) throw new Error(`${write.id} was sent before its value was known`)
      const rightful = (variation.credential ?? 'right') === 'right'
      soil(before.value)
      const value = rightful ? before.value : other(before.value)
      return caller.call({ operation: write, pointers, body: body(value), ...variation })
    },
    async tell(variation) {
      if (!before) throw new Error(`${write.id} was sent before its value was known`)
      soil(before.value)
      return caller.call({ operation: write, pointers, body: body(other(before.value)), ...variation })
    },
    async census(): Promise<Census> {
      if (before) {
        witnessed.length = 0
        const marks = [caller.values.name(), caller.values.name()]
        for (const value of censusValues(before.value, field, marks)) {
          soil(before.value)
          const exchange = await writeBack(value, caller)
          if (!caller.success(exchange)) continue
          // White space that is cut off comes back no more: it is not waited for.
          const holds = (seen: Snapshot) => {
            const shown = valueIn(seen)
            if (typeof shown !== 'string' || typeof value !== 'string') return shown === value
            return alikeTexts(field?.name ?? '', value, shown)
          }
          const seen = await caller.patience.eventually(look, holds, { why: 'a setting to show what was written' })
          witness(value, exchange, seen)
        }
      }
      const drift = await drifted(caller, neighbours, first)
      damaged = drift.damaged
      if (!before) await repair(caller.sure, damaged)
      return {
        ...(witnessed.length === 0 ? { untold: { reason: 'no write of another value succeeded' } } : {}),
        carried: witnessed.map(({ carried }) => carried),
        kept: [],
        others: drift.others,
        compared: { kept: 0, others: drift.compared },
        exchanges: [...witnessed.flatMap(({ exchanges }) => exchanges), ...drift.exchanges],
      }
    },
    async restore(sure) {
      await putBack(sure)
      await repair(sure, damaged)
    },
    async about(_whom, variation): Promise<Exchange | null> {
      if (!before) return null
      soil(before.value)
      const bent = { ...body(before.value), ...(isFields(variation.body) ? variation.body : {}) }
      const raw = variation.rawBody !== undefined
      return caller.call({ operation: write, pointers, ...variation, ...(raw ? {} : { body: bent }) })
    },
  }
}

/** Whether a body is an object with fields of its own: some of the valid body's, to be bent. */
const isFields = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) && Object.keys(body).length > 0
