/** Texts that an update may take besides what it lists: nothing is promised of them, so the target's other updates are its measure. */
import { furtherTexts } from '../../fixtures/payload/fuzz/payload.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Vote } from '../target/vote.ts'
import { saysNotNow } from '../target/not-now.ts'
import { likeness } from '../values/likeness.ts'
import type { Compared } from './attempt.ts'
import type { Body, Stage } from './stage.ts'

/** A further text that was taken is a text: what is done to all of them is done to these. */
const ANOTHER = 'a text that was taken is shown as another'
/** It is no text. */
const A_NUMBER = 80

/**
 * Learns what an update takes besides what it lists, and a read shows.
 * @returns whether it takes several at once as it takes each
 */
export async function learnFurther(stage: Stage): Promise<readonly Vote[]> {
  if (stage.makes || !stage.control || !stage.caller.success(stage.control)) return []
  const { names, sent } = await furtherTaken(stage)
  if (!sent) return []
  const { shown, votes } = await furtherShown(stage, names, sent)
  for (const name of shown) stage.further.add(name)
  return [...votes, ...(await numberTaken(stage, shown))]
}

/** Whether the text that an update naturally takes may be a number; then it is made a text again. Who keeps none of it takes none. */
async function numberTaken(stage: Stage, shown: readonly string[]): Promise<readonly Vote[]> {
  const { operation, caller, references, own } = stage
  const [natural] = furtherTexts(operation)
  if (natural === undefined || !own || !shown.includes(natural)) return []
  const vote = (way: Vote['way'], exchanges: readonly Exchange[]): Vote => ({
    question: 'a number is kept that is sent for a further text of an update',
    of: natural,
    way,
    words: { refused: 'refused', taken: 'kept' },
    exchanges,
  })
  const exchange = await caller.call({ operation, references, body: { ...stage.plainBody(), [natural]: A_NUMBER } })
  if (!caller.success(exchange)) {
    const { status = 0 } = exchange.response ?? {}
    // Whatever else it was refused for says nothing of numbers.
    return status < 400 || status >= 500 || saysNotNow(exchange) ? [] : [vote('refused', [exchange])]
  }
  const isKept = (record: Body) => String(stage.shown(record, natural).value) === String(A_NUMBER)
  const seen = await stage.see(own, isKept, stage.patience(true))
  await send(stage, [natural])
  return seen.record && isKept(seen.record) ? [vote('taken', [exchange, seen.exchange])] : []
}

/** The further texts that an update takes together; none where it takes the first not even alone. */
async function furtherTaken(stage: Stage): Promise<{ readonly names: readonly string[]; readonly sent?: Sent }> {
  const all = furtherTexts(stage.operation)
  for (const names of all.length > 1 ? [all, all.slice(0, 1)] : [all]) {
    if (names.length === 0) break
    const sent = await send(stage, names)
    if (stage.caller.success(sent.exchange)) return { names, sent }
  }
  return { names: [] }
}

interface Sent {
  readonly body: Body
  readonly exchange: Exchange
}

async function send(stage: Stage, names: readonly string[]): Promise<Sent> {
  const { operation, caller, references } = stage
  const body = { ...stage.plainBody(), ...stage.furtherOf(names) }
  return { body, exchange: await caller.call({ operation, references, body }) }
}

/**
 * Which of several further texts of one update show; of one that does not, whether it shows where it is sent alone. One that is still
 * as its record was made with, beside others that are new, was passed over.
 */
async function furtherShown(stage: Stage, names: readonly string[], { body, exchange }: Sent) {
  const first = await look(stage, names, body, exchange, true)
  const { shown } = first
  const [natural] = names
  const votes = shown.filter((name) => name !== natural).map((name) => keeps('refused', name, first.exchanges))
  const hidden = names.filter((name) => first.record && name in first.record && !shown.includes(name))
  for (const name of names.length > 1 ? hidden : []) {
    const sent = await send(stage, [name])
    const alone = await look(stage, [name], sent.body, sent.exchange, true)
    if (alone.shown.length === 0) {
      const isAsMade = [first, alone].every(({ record }) => record && isAsMadeIn(stage, record, name))
      if (shown.length > 0 && isAsMade && name !== natural) votes.push(keeps('taken', name, first.exchanges))
      continue
    }
    // What came to be seen late is kept all the same.
    const again = await send(stage, names)
    const both = await look(stage, names, again.body, again.exchange, false)
    const isLost = stage.caller.success(again.exchange) && !both.shown.includes(name)
    const exchanges = [...both.exchanges, ...alone.exchanges.slice(-1)]
    if (isLost) return { shown, votes: [...votes, together('taken', name, exchanges)] }
  }
  return { shown, votes: shown.length > 1 ? [...votes, together('refused', shown.join(', '), first.exchanges)] : votes }
}

const isAsMadeIn = ({ own }: Stage, record: Body, name: string): boolean =>
  own?.written.has(name) === true && likeness(name, own.written.get(name), record[name]).alike

/** @param shortly whether to wait no longer than writes were ever seen to take */
async function look(stage: Stage, names: readonly string[], body: Body, sent: Exchange, shortly: boolean) {
  const shownIn = (record: Body) =>
    names.filter((name) => name in record && likeness(name, body[name], record[name]).alike)
  const isWhole = (record: Body) => shownIn(record).length === names.length
  const seen = stage.own && (await stage.see(stage.own, isWhole, stage.patience(shortly)))
  return {
    record: seen?.record,
    shown: seen?.record ? shownIn(seen.record) : [],
    exchanges: [sent, seen?.exchange ?? []].flat(),
  }
}

/** Each field of the kinds first: whose name and user the target lets nobody change, it keeps on all of them. */
const keeps = (way: Vote['way'], of: string, exchanges: readonly Exchange[]): Vote => ({
  question: `an update passes over ${of}, which it does not list`,
  wider: ['an update passes over a further text that its kind is made with', ANOTHER],
  of,
  way,
  words: { refused: 'shown as it was sent', taken: 'passed over' },
  exchanges,
})

const together = (way: Vote['way'], of: string, exchanges: readonly Exchange[]): Vote => ({
  question: 'of several further texts one is lost that is kept where it is sent alone',
  wider: [ANOTHER],
  of,
  way,
  words: { refused: 'kept together', taken: 'lost beside others' },
  exchanges,
})

/**
 * What payloads say of one text: whether it is ever shown as another one. Of a listed text a check of its own says so.
 * @param isFurther whether the operation does not list it
 */
export function keptVote(
  field: string,
  isFurther: boolean,
  all: readonly (Compared & { readonly exchanges: readonly Exchange[] })[],
): readonly Vote[] {
  const other = all.find(({ alike }) => !alike)
  const one = other ?? all[0]
  if (!one || typeof one.written !== 'string' || (other && !isFurther)) return []
  return [
    {
      question: isFurther ? 'a further text that an update takes is shown as another' : ANOTHER,
      wider: [ANOTHER],
      of: field,
      way: other ? 'taken' : 'refused',
      words: { refused: 'shown as it was sent', taken: 'shown as another' },
      exchanges: one.exchanges,
    },
  ]
}
