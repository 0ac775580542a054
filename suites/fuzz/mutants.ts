/** Payloads that are wrong in exactly one thing: answered, and without effect where they are refused. */
import {
  isMutable,
  mutated,
  mutationInWords,
  mutationLadder,
  mutations,
  type Mutable,
  type Mutation,
} from '../../fixtures/fuzz/mutation.ts'
import { isNaming, subjectField } from '../../fixtures/payload.ts'
import type { Exchange } from '../../fixtures/exchange.ts'
import { isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Vote } from '../check.ts'
import { Breach } from '../finding.ts'
import { shows } from '../profile.ts'
import { misanswered } from './answered.ts'
import { ANSWERED } from './payloads.ts'
import { search, seedOf, type Again, type Broken, type Searched } from './search.ts'
import type { Stage } from './stage.ts'

export const REFUSED = 'fuzz/refused'
/** Random ones are few: what is wrong in one thing is mostly on the ladder, or sent by other checks. */
const SHARE = 10

export interface Mutants extends Searched<Mutation> {
  readonly failing: Exchange | null
  readonly votes: readonly Vote[]
  /** Creates that were refused, and whether anything would list what they made all the same. */
  readonly refused: number
  readonly listing: Exchange | null
}

/** What points at a record that a run makes, or at where it lives: with another value it may be somebody's. */
const pointing = /Id$|^(?:host|path|email|registryUrl)$/

/** What may be wrong with a payload without its being able to touch what the run did not make. */
export function mutableOf(operation: Operation, destructive: boolean, findable: boolean): Mutable {
  const makes = operation.act.verb === 'makes'
  const record = isRecordKind(operation.act.kind)
  const fields = (operation.body?.fields ?? []).map(({ name }) => name)
  const safe = (name: string) =>
    name !== subjectField(operation) &&
    !pointing.test(name) &&
    (makes || name !== 'appName') &&
    (findable || !makes || !(isNaming(name) || name === 'publishedPort'))
  return {
    fields: record ? fields.filter(safe) : [],
    // Of a body that does not hold together the subject may be lost.
    whole: destructive && isMutable(operation) && (findable || !makes),
    costly: operation.effect === 'deploy',
  }
}

/** How many mutants are tried: a ladder, and random ones where there are fields that may be wrong at random. */
export const mutantsFor = (mutable: Mutable, runs: number): number =>
  mutationLadder(mutable).length + (mutable.fields.length > 0 ? Math.ceil(runs / SHARE) : 0)

/** Tries mutants of the valid payload. */
export async function tryMutants(stage: Stage, runs: number, again?: Again): Promise<Mutants> {
  const { operation, caller, kind } = stage
  const mutable = mutableOf(operation, caller.destructive, stage.findable)
  let failing: Exchange | null = null
  const names: string[] = []
  /** What was made could not be found again, to be deleted: no more is made that way. */
  let lost = false
  const votes = new Map<string, Vote>()
  const send = async (mutation: Mutation) => {
    const body = stage.plainBody() ?? {}
    const rawBody = mutated(body, mutation)
    // A body without a text has no room for what is wrong with one.
    if (rawBody === JSON.stringify(body)) return null
    if (!stage.makes || kind === null) return { name: '', exchange: await stage.send({ body, rawBody }) }
    const sent = await stage.scene.send(operation, kind, stage.pointers, { body, rawBody })
    const record = await stage.scene.adopt(operation, kind, sent.exchange, sent.name, stage.pointers, [])
    if (record) await stage.scene.dispose(record)
    else if (caller.success(sent.exchange)) lost = true
    return sent
  }
  const judge = async (
    mutation: Mutation,
    wanted: (check: string) => boolean,
    each: boolean,
  ): Promise<Broken | null> => {
    if (lost) return null
    const sent = await send(mutation)
    if (!sent) return null
    const { name, exchange } = sent
    const status = exchange.answer?.status ?? 0
    if (status >= 500 && (stage.control?.answer?.status ?? 0) < 500) failing ??= exchange
    const unanswered = !wanted(ANSWERED) ? null : misanswered(exchange, caller, mutationInWords(mutation))
    if (unanswered) return { check: ANSWERED, breach: unanswered }
    if (exchange.answer && mutation.how === 'not JSON as it should be') {
      const way = caller.success(exchange) ? 'taken' : 'refused'
      votes.set(mutation.of, { question: `a body is ${mutation.of}`, of: 'the body', way, exchanges: [exchange] })
    }
    if (!stage.makes || kind === null || !exchange.answer || caller.success(exchange) || name === '') return null
    names.push(name)
    if (!each || !wanted(REFUSED)) return null
    const listing = await list(stage)
    if (!listing || !shows(listing, name)) return null
    await stage.scene.sweep(kind, [name], listing)
    const breach = new Breach({
      level: 'SHOULD',
      expected: 'nothing to be made by a create that is answered with an error',
      got: `'${name}' is listed, made by ${mutationInWords(mutation)}`,
      exchanges: [exchange, listing],
    })
    return { check: REFUSED, breach }
  }
  const plan = {
    seed: seedOf(caller.options.seed, `${operation.id} mutants`),
    arbitrary: mutations(mutable),
    examples: mutationLadder(mutable),
    runs: mutantsFor(mutable, runs),
    again,
  }
  const once = await search(plan, (mutation, wanted) => judge(mutation, wanted, again !== undefined))
  const listing = names.length > 0 ? await list(stage) : null
  const stored = listing && names.some((name) => shows(listing, name))
  if (!stored) return { ...once, failing, votes: [...votes.values()], refused: names.length, listing }
  // One of them was made: all once more, with a look after each, to learn which.
  if (kind !== null) await stage.scene.sweep(kind, names, listing)
  const each = await search({ ...plan, again: undefined }, (mutation, wanted) => judge(mutation, wanted, true))
  const both = [...once.found, ...each.found.filter(({ check }) => check === REFUSED)]
  return { ...once, found: both, failing, votes: [...votes.values()], refused: names.length, listing }
}

/** Where what a refused create made would be listed; null: nowhere. */
async function list({ caller, kind, pointers }: Stage): Promise<Exchange | null> {
  const listing = kind === null ? null : await caller.lookup(kind, pointers)
  return listing && caller.success(listing) && listing.answer?.json.ok ? listing : null
}
