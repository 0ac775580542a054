/** Payloads that are wrong in exactly one thing: answered, and without effect where they are refused. */
import {
  isMutable,
  mutated,
  mutationInWords,
  mutationSeeds,
  mutations,
  type Mutable,
  type Mutation,
} from '../../fixtures/payload/fuzz/mutation.ts'
import { oddFields } from '../../fixtures/payload/fuzz/payload.ts'
import { isNaming, subjectField } from '../../fixtures/payload/payload.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Vote } from '../target/vote.ts'
import { pointing } from '../checks/params/asked.ts'
import { Blocked, Breach } from '../claim/finding.ts'
import { isTransient } from '../target/not-now.ts'
import { shows } from '../target/profile.ts'
import { isLate, misanswered, untilAnswered } from './answered.ts'
import { Kept, type Snapshot } from './kept.ts'
import { ANSWERED, HEALTHY, LENIENT, lifeCost, makesRecord, REFUSED, type Part } from './part.ts'
import { search, seedOf, type Again, type Broken, type Searched } from './search.ts'
import type { Stage } from './stage.ts'

/** Random ones are few: what is wrong in one thing is mostly in the seed corpus, or sent by other checks. */
const SHARE = 10
/** Reads of the record that wrong updates are tried on: at first and in the end, and after most entries of the seed corpus. */
const READS = 8

export interface Mutants extends Searched<Mutation> {
  readonly failing: Exchange | null
  /** The first one that got no response in time. */
  readonly late: Exchange | null
  readonly votes: readonly Vote[]
  /** Creates and updates that were refused, and where what they did all the same would show; null: nowhere. */
  readonly refused: number
  readonly listing: Exchange | null
}

/** What points at a record that a run makes, or at where it lives: with another value it may be somebody's. */
const foreign = /Id$|^(?:host|path|email|registryUrl)$/

/** What may be wrong with a payload without its being able to touch what the run did not make. */
function mutableOf(operation: Operation, destructive: boolean, findable: boolean): Mutable {
  const makes = operation.act.verb === 'makes'
  const record = isRecordKind(operation.act.kind)
  const fields = (operation.body?.fields ?? []).map(({ name }) => name)
  const safe = (name: string) =>
    name !== subjectField(operation) &&
    !foreign.test(name) &&
    (makes || name !== 'appName') &&
    (findable || !makes || !(isNaming(name) || name === 'publishedPort'))
  return {
    fields: record ? fields.filter(safe) : [],
    // Of a body that does not hold together the subject may be lost.
    whole: destructive && isMutable(operation) && (findable || !makes),
    costly: operation.effect === 'deploy',
  }
}

/** How many mutants are tried: a seed corpus, and random ones where there are fields that may be wrong at random. */
const mutantsFor = (mutable: Mutable, runs: number): number =>
  mutationSeeds(mutable).length + (mutable.fields.length > 0 ? Math.ceil(runs / SHARE) : 0)

export const isWrong = (operation: Operation): boolean => operation.method === 'POST' && isMutable(operation)

export const mutantsPart: Part = {
  checks: [ANSWERED, REFUSED, LENIENT, HEALTHY],
  cost(fuzzing) {
    const { operation, target, runs, destructive } = fuzzing
    const count = isWrong(operation) ? mutantsFor(mutableOf(operation, destructive, true), runs) : 0
    // Of a create a further field is mostly taken, and its record deleted; what is wrong as a whole is not.
    if (makesRecord(operation)) return 1 + count * (destructive ? lifeCost(fuzzing) - 1 : lifeCost(fuzzing))
    const isRead = operation.method === 'POST' && oddFields(operation, target.sample[operation.id]).length > 0
    return count + (isRead ? READS + Math.ceil(runs / SHARE) : 0)
  },
}

/** Tries mutants of the valid payload. */
export async function tryMutants(stage: Stage, runs: number, again?: Again): Promise<Mutants> {
  const { operation, caller, kind } = stage
  const mutable = mutableOf(operation, caller.destructive, stage.findable)
  let failing: Exchange | null = null
  let late: Exchange | null = null
  let kept = await Kept.read(stage)
  let changed = false
  const names: string[] = []
  const { lost } = caller.creates
  const votes = new Map<string, Vote>()
  const send = async (mutation: Mutation) => {
    const body = stage.plainBody() ?? {}
    const rawBody = mutated(body, mutation)
    // A body without a text has no room for what is wrong with one.
    if (rawBody === JSON.stringify(body)) return null
    if (!stage.makes || kind === null) {
      const exchange = await stage.send({ body, rawBody })
      if (caller.success(exchange) && kept && mutable.fields.includes(mutation.of)) kept = await Kept.read(stage)
      else if (caller.success(exchange)) kept?.took(body)
      return { name: kept ? 'its record' : '', exchange }
    }
    const sent = await stage.scene.send(operation, kind, stage.references, { body, rawBody })
    const record = await stage.scene.adopt(operation, kind, sent.exchange, sent.name, stage.references, [])
    if (record) await stage.scene.dispose(record)
    else if (caller.success(sent.exchange)) lost.add(operation)
    return sent
  }
  const judge = async (
    mutation: Mutation,
    wanted: (check: string) => boolean,
    each: boolean,
  ): Promise<Broken | null> => {
    if (lost.has(operation)) {
      if (again)
        throw new Blocked(
          'a record created from a broken body could not be found again',
          `${operation.id} records/made`,
        )
      return null
    }
    const sent = await untilAnswered(
      () => send(mutation),
      (one) => one?.exchange,
    )
    if (!sent) return null
    const { name, exchange } = sent
    if (isLate(exchange)) late ??= exchange
    const status = exchange.response?.status ?? 0
    if (status >= 500 && (stage.control?.response?.status ?? 0) < 500) failing ??= exchange
    const unanswered = !wanted(ANSWERED)
      ? null
      : misanswered(exchange, caller, mutationInWords(mutation), stage.control)
    if (unanswered) return { check: ANSWERED, breach: unanswered }
    if (exchange.response && !isTransient(exchange) && mutation.how === 'not one JSON object') {
      const way = caller.success(exchange) ? 'taken' : 'refused'
      const question = `a body is ${mutation.of}${pointing(operation)}`
      votes.set(mutation.of, { question, of: 'the body', way, exchanges: [exchange] })
    }
    if (kind === null || !exchange.response || caller.success(exchange) || name === '') return null
    names.push(name)
    // A further field is mostly taken: what one that was not did would be covered up.
    if (kept && !each && mutation.how === 'with a further field') changed ||= isChanged(await kept.look(false))
    if (!each || !wanted(REFUSED)) return null
    if (kept) return changedBy(exchange, mutation, await kept.look(true))
    const listing = await list(stage)
    if (!listing || !shows(listing, name)) return null
    await stage.scene.sweep(kind, [name], listing)
    const breach = new Breach({
      level: 'SHOULD',
      expected: 'no record from a rejected create',
      got: `'${name}' is listed, created by ${mutationInWords(mutation)}`,
      cause: 'created',
      exchanges: [exchange, listing],
    })
    return { check: REFUSED, breach }
  }
  const plan = {
    seed: seedOf(caller.options.seed, `${operation.id} mutants`),
    arbitrary: mutations(mutable),
    examples: mutationSeeds(mutable),
    runs: mutantsFor(mutable, runs),
    limitMs: caller.options.fuzzMs,
    again,
  }
  const once = await search(plan, (mutation, wanted) => judge(mutation, wanted, again !== undefined))
  if ([...votes.values()].some(({ way }) => way === 'taken') && (await isBlind(stage)))
    for (const [of, { way }] of votes) if (way === 'taken') votes.delete(of)
  const look = names.length > 0 ? await kept?.look(false) : null
  const listing = names.length === 0 ? null : kept ? (look?.exchange ?? null) : await list(stage)
  const stored = kept ? !again && (changed || isChanged(look)) : listing && names.some((name) => shows(listing, name))
  if (!stored) return { ...once, failing, late, votes: [...votes.values()], refused: names.length, listing }
  // One of them had an effect: all once more, with a look after each, to learn which.
  if (kept) kept = await Kept.read(stage)
  else if (kind !== null && listing) await stage.scene.sweep(kind, names, listing)
  const each = await search({ ...plan, again: undefined }, (mutation, wanted) => judge(mutation, wanted, true))
  const both = [...once.found, ...each.found.filter(({ check }) => check === REFUSED)]
  return { ...once, found: both, failing, late, votes: [...votes.values()], refused: names.length, listing }
}

/** Whether it takes an identifier that nobody has as well: then it is no sign of leniency that it takes a body without one. */
async function isBlind(stage: Stage): Promise<boolean> {
  const { operation, caller, references } = stage
  const subject = subjectField(operation)
  if (subject === undefined || !caller.destructive) return false
  const body = { ...stage.plainBody(), [subject]: caller.values.unknownId() }
  return caller.success(await caller.call({ operation, references, body }))
}

const isChanged = (look: Snapshot | null | undefined) => typeof look?.changed === 'string'

/** An error undoes nothing, says no clause: a note (docs/judgement.md, rule 12). */
function changedBy(refused: Exchange, mutation: Mutation, look: Snapshot | null): Broken | null {
  if (!look || look.changed === null) return null
  const breach = new Breach({
    level: 'MAY',
    expected: 'no change by a rejected update',
    got: `${look.changed}, changed by ${mutationInWords(mutation)}`,
    cause: 'changed',
    exchanges: [refused, look.exchange],
  })
  return { check: REFUSED, breach }
}

/** Where what a refused create made would be listed; null: nowhere. */
async function list({ caller, kind, references }: Stage): Promise<Exchange | null> {
  const listing = kind === null ? null : await caller.lookup(kind, references)
  return listing && caller.success(listing) && listing.response?.json.ok ? listing : null
}
