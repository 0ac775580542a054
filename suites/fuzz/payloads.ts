/** Valid payloads of one operation, odd in what their texts and numbers are: answered, shown, and not altered. */
import {
  furtherFields,
  seedCorpus,
  oddFields,
  oddNames,
  oddParameters,
  odds,
  onlyOdd,
  type Odd,
  type OddField,
} from '../../fixtures/payload/fuzz/payload.ts'
import { isNaming } from '../../fixtures/payload/payload.ts'
import { isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Target } from '../../schemas/target.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Vote } from '../target/vote.ts'
import { attempt, misshown, type Attempt, type Compared } from './attempt.ts'
import { emptyCost, tryEmpty } from './emptied.ts'
import { keptVote, learnFurther } from './further.ts'
import { isCutShort, isLate, misanswered, untilAnswered } from './answered.ts'
import type { Alteration } from '../values/likeness.ts'
import { failedOnPlain, fails, plainOf } from './failed.ts'
import { ALTERED, ANSWERED, HEALTHY, lifeCost, makesRecord, SHOWN, type Part } from './part.ts'
import { search, seedOf, type Again, type Broken, type Searched } from './search.ts'
import { isSetting } from './setting.ts'
import type { Stage } from './stage.ts'

/** Fields that are given odd values, of a body or a query. */
export const fieldsOf = (operation: Operation, { sample }: Pick<Target, 'sample'>): readonly OddField[] =>
  operation.method === 'GET'
    ? oddParameters(operation)
    : [...oddFields(operation, sample[operation.id]), ...furtherFields(operation)]

/** Random ones of a read are few. */
const SHARE = 25
/** Random ones besides the seed corpus, of a write. */
const RANDOM = 10
/** Refused so often alone and never taken, a field is left plain where others are odd too. */
const STUBBORN = 4

export interface Payloads extends Searched<Odd> {
  /** The first payload that was answered with a status of 500 or more, or was too long to be answered. */
  readonly failing: Exchange | null
  /** The first payload that got no response in time. */
  readonly late: Exchange | null
  readonly taken: number
  readonly compared: number
  readonly votes: readonly Vote[]
}

const inWords = (odd: Odd) => `a payload with an odd ${oddNames(odd).join(', ') || 'nothing'}`

/** How many payloads are tried: of a read, of which only the form of its responses is judged, few besides the seed corpus. */
function payloadsFor(operation: Operation, target: Pick<Target, 'sample'>, runs: number): number {
  const { length } = seedCorpus(fieldsOf(operation, target))
  if (length === 0) return 0
  return operation.method === 'GET'
    ? length + Math.ceil(runs / SHARE)
    : Math.max(length + Math.ceil(runs / RANDOM), runs)
}

export const payloadsPart: Part = {
  checks: [ANSWERED, SHOWN, ALTERED, HEALTHY],
  cost(fuzzing) {
    const { operation, target, runs } = fuzzing
    const isRead = operation.method === 'POST' && (isRecordKind(operation.act.kind) || isSetting(operation))
    const each = makesRecord(operation) ? lifeCost(fuzzing) : isRead ? 2 : 1
    const apart = operation.query.length > 1 ? STUBBORN * operation.query.length : 0
    return payloadsFor(operation, target, runs) * each + apart + emptyCost(operation, target)
  },
}

/** Tries valid payloads. */
export async function tryPayloads(stage: Stage, runs: number, again?: Again): Promise<Payloads> {
  const { operation, caller } = stage
  const { target } = caller.options
  const together = await learnFurther(stage)
  const emptied = again ? [] : await tryEmpty(stage)
  const all = fieldsOf(operation, target)
  const listed = new Set(
    (operation.method === 'GET' ? all : oddFields(operation, target.sample[operation.id])).map(({ name }) => name),
  )
  // What is made under an odd name is found again only by an identifier that the response shows.
  const fields = all.filter(
    ({ name }) =>
      (listed.has(name) || stage.further.has(name)) &&
      (!stage.makes || stage.findable || !(isNaming(name) || name === 'publishedPort')),
  )
  const kept: (Compared & { readonly exchanges: readonly Exchange[] })[] = []
  const refusals = new Map<string, number>()
  const altered = new Map<string, Altered>()
  let failing: Exchange | null = null
  let late: Exchange | null = null
  let taken = 0
  let compared = 0
  const notice = (one: Attempt) => {
    if (one.taken) taken++
    compared += one.compared.length
    if (isLate(one.exchange)) late ??= one.exchange
    for (const seen of one.compared) kept.push({ ...seen, exchanges: one.exchanges })
    const status = one.exchange.response?.status ?? 0
    const failed = status >= 500 && (stage.control?.response?.status ?? 0) < 500
    if (failed || isCutShort(one.exchange)) failing ??= one.exchange
    for (const { field, alike, altered: seen } of one.compared)
      if (alike)
        for (const [what, was] of seen) {
          const key = `${field} ${what}`
          if (was || !altered.has(key)) altered.set(key, { field, what, was, exchanges: one.exchanges })
        }
  }
  const judge = async (odd: Odd, wanted: (check: string) => boolean, shrinking: boolean): Promise<Broken | null> => {
    const one = await untilAnswered(
      () => attempt(stage, odd, shrinking),
      ({ exchange }) => exchange,
    )
    if (!shrinking) notice(one)
    const unanswered = !wanted(ANSWERED) ? null : misanswered(one.exchange, caller, inWords(odd), stage.control)
    if (unanswered) return { check: ANSWERED, breach: unanswered }
    const isListed = !oddNames(odd).some((name) => stage.further.has(name))
    const failed = wanted(ANSWERED) && isListed ? failedOnPlain(stage, one.exchange, oddNames(odd)) : null
    if (failed) return { check: ANSWERED, breach: failed }
    const plain = wanted(ANSWERED) && isListed && fails(stage, one.exchange) ? plainOf(odd) : null
    if (plain) {
      const broken = await judge(plain, wanted, shrinking)
      if (broken) return broken
    }
    const unshown = !wanted(SHOWN) ? null : misshown(stage, one)
    if (unshown) return { check: SHOWN, breach: unshown }
    const names = oddNames(odd)
    if (one.taken || names.length < 2) {
      const [name] = names
      if (name !== undefined && names.length === 1)
        refusals.set(name, one.taken ? -Infinity : (refusals.get(name) ?? 0) + 1)
      return null
    }
    // One field alone may be what was refused: the others are tried without it.
    for (const name of names.filter((field) => (refusals.get(field) ?? 0) < STUBBORN)) {
      const broken = await judge(onlyOdd(odd, [name]), wanted, shrinking)
      if (broken) return broken
    }
    return null
  }
  const willing = (odd: Odd): Odd => {
    const names = oddNames(odd).filter((name) => (refusals.get(name) ?? 0) < STUBBORN)
    return names.length === 0 ? odd : onlyOdd(odd, names)
  }
  const searched = await search(
    {
      seed: seedOf(caller.options.seed, `${operation.id} payloads`),
      arbitrary: odds(fields),
      examples: fields.length === 0 ? [] : seedCorpus(fields),
      runs: fields.length === 0 ? 0 : payloadsFor(operation, target, runs),
      limitMs: caller.options.fuzzMs,
      again,
    },
    (odd, wanted, shrinking) => judge(shrinking ? odd : willing(odd), wanted, shrinking),
  )
  const votes = [
    ...[...altered.values()].map((one) => voteOf(one, stage.further.has(one.field))),
    ...[...stage.visible, ...stage.further].flatMap((field) =>
      keptVote(
        field,
        stage.further.has(field),
        kept.filter((one) => one.field === field),
      ),
    ),
    ...together,
    ...emptied,
  ]
  return { ...searched, failing, late, taken, compared, votes }
}

interface Altered {
  readonly field: string
  readonly what: Alteration
  readonly was: boolean
  readonly exchanges: readonly Exchange[]
}

/**
 * Names are a class of their own, whoever takes them: many targets give them a form. What an operation does not list is held
 * against the like first.
 */
const voteOf = ({ field, what, was, exchanges }: Altered, isFurther: boolean): Vote => {
  const whose = isNaming(field) ? 'name' : isFurther ? 'further text' : 'text'
  return {
    question: `a ${whose} that was taken has ${what} altered`,
    ...(isNaming(field) ? {} : { wider: [`a text that was taken has ${what} altered`] }),
    of: field,
    way: was ? 'taken' : 'refused',
    words: { refused: 'left as it was', taken: 'altered' },
    exchanges,
  }
}
