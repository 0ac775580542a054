import { objectsIn, without } from '../../fixtures/find.ts'
import { guesses, type Pointers } from '../../fixtures/payload.ts'
import type { Exchange } from '../../fixtures/exchange.ts'
import type { Operation } from '../../schemas/registry.ts'
import type { Caller } from '../call.ts'
import { changed, inWords, newSight, type Look, type Subject } from '../subject.ts'

type Value = string | boolean

/**
 * A host setting that has a read: its own value is written back first, and only where that changes nothing is another
 * value sent, with bad tokens and once with the right one; then the old value is put back.
 */
export function settingSubject(write: Operation, read: Operation, caller: Caller, pointers: Pointers): Subject {
  const field = write.body?.fields.find((one) => one.name !== 'path')
  const sight = newSight()
  let before: { value: Value; look: Look } | null = null
  let dirty = false

  const lookBy = async (by: Caller): Promise<Look> => {
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
  const other = (value: Value): Value => (typeof value === 'boolean' ? !value : `${value}\n# ${caller.values.name()}\n`)
  const writeBack = (value: Value, by: Caller) => by.call({ operation: write, pointers, body: body(value) })

  /** Says in the journal what to put back, before a request goes out that may change it. */
  const soil = (value: Value) => {
    if (!dirty) caller.journal.write({ event: 'write', kind: write.act.kind, name: write.id, before: body(value) })
    dirty = true
  }

  return {
    sight,
    spareLook: look,
    guesses: guesses(write, caller.options.target, pointers),
    look,
    async prepare() {
      const stamped = await look()
      let first = await look()
      // Request ids and times in every answer are not the setting's.
      for (const path of changed(stamped, first, sight)) sight.moving.add(path)
      // Twice: a target that trims what it is given has made it its own by the second time.
      for (const round of [1, 2]) {
        const value = valueIn(without(first.view, sight.moving), field?.name ?? '', field?.type === 'boolean')
        if (value === undefined)
          return `${read.id} does not show a value that ${write.id} could put back, so nothing is written`
        caller.journal.write({ event: 'write', kind: write.act.kind, name: write.id, before: body(value) })
        const exchange = await writeBack(value, caller)
        const second = await look()
        if (!caller.success(exchange))
          return `${write.id} does not take back what ${read.id} showed, so nothing else is written`
        const paths = changed(first, second, sight)
        if (paths.length === 0) {
          before = { value, look: second }
          caller.journal.write({ event: 'restored', kind: write.act.kind, name: write.id })
          return null
        }
        if (round === 2)
          return `writing back what ${read.id} showed changed ${inWords(paths)}, so nothing else is written`
        first = second
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
    async restore(sure) {
      if (!before || !dirty) return
      const { value, look: shown } = before
      // Written back unread: what changed may not be seen yet.
      await writeBack(value, sure)
      let now = await lookBy(sure)
      const restored = () => changed(shown, now, sight).length === 0
      if (!restored()) await caller.settled(async () => (now = await lookBy(sure)).exchange, restored)
      if (!restored()) return
      dirty = false
      caller.journal.write({ event: 'restored', kind: write.act.kind, name: write.id })
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

/** The setting's own value in an answer of any shape: the answer itself, the field's namesake, or the only value there. */
function valueIn(answer: unknown, field: string, isBoolean: boolean): Value | undefined {
  const fits = (value: unknown): value is Value => typeof value === (isBoolean ? 'boolean' : 'string')
  if (fits(answer)) return answer
  const objects = objectsIn(answer)
  const namesake = objects.map((object) => object[field]).find(fits)
  if (namesake !== undefined) return namesake
  const all = objects.flatMap((object) => Object.values(object)).filter(fits)
  return all.length === 1 ? all[0] : undefined
}
