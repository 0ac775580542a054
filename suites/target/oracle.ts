/** The target as its own oracle, for leniency (docs/judgement.md, rule 8): what it mostly does, and who differs. */
import type { Vote } from './vote.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'

/** A vote with who was asked. */
export interface Observation {
  readonly group: string
  readonly operation: string
  readonly vote: Vote
}

/** What came of one question. */
export interface Conventions {
  readonly refused: number
  readonly taken: number
  /** Who takes what most others refuse, as `operation of`. */
  readonly outliers: readonly string[]
}

export interface Verdicts {
  /** What is to be said of an observation; those that are not here have nothing against them. */
  readonly found: ReadonlyMap<Observation, Breach | Inconclusive>
  readonly ways: Readonly<Record<string, Conventions>>
}

/** Fewer votes than these agree on nothing. */
const AGREEING = 5
/** Takers are rare where they are at most one in so many. */
const RARE = 8

const taken = ({ vote }: Observation) => vote.way === 'taken'

/** Judges all votes of a run, question by question. */
export function tallyVotes(observations: readonly Observation[]): Verdicts {
  const found = new Map<Observation, Breach | Inconclusive>()
  const ways: Record<string, Conventions> = {}
  const classes = [...Map.groupBy(observations, ({ vote }) => vote.question)]
  const free = takingAnything(observations)
  const isFree = ({ vote }: Observation) => vote.within?.some((one) => free.has(one)) ?? false
  const rare = new Map(
    classes.map(([question, asked]) => [question, outliersOf(asked, observations).filter((one) => !isFree(one))]),
  )
  const outlying = new Set([...rare.values()].flat())
  for (const [question, asked] of classes) {
    const takers = asked.filter(taken)
    const refused = asked.length - takers.length
    const alone = loneOf(asked, observations, outlying)
    const lone = alone && !isFree(alone.taker) ? alone : undefined
    const outliers = lone ? [lone.taker] : (rare.get(question) ?? [])
    ways[question] = {
      refused,
      taken: takers.length,
      outliers: outliers.map(({ operation, vote }) => `${operation} ${vote.of}`),
    }
    const wrong = takers.filter(({ vote }) => vote.wrong)
    for (const one of wrong) if (one.vote.wrong) found.set(one, wrongdoing(one, one.vote.wrong, asked))
    if (wrong.length > 0) continue
    const words = asked[0]?.vote.words ?? { refused: 'refused', taken: 'accepted' }
    const tell = (observation: Observation, level: 'SHOULD' | 'MAY', got: string) => {
      const { of, exchanges, again } = observation.vote
      const seen = again === 'refused' ? ' (intermittent: refused a second time)' : ''
      found.set(
        observation,
        new Breach({
          expected: `what the target does elsewhere: ${question}`,
          got: `${of}: ${got}${seen}`,
          exchanges,
          level,
          intermittent: again === 'refused',
          cause: question,
        }),
      )
    }
    const refusing = (lone?.pool ?? asked).filter((one) => !taken(one))
    const others = new Set(refusing.map((one) => one.operation)).size
    for (const one of outliers)
      tell(
        one,
        'SHOULD',
        `${lone?.question ?? question}: ${words.refused} ${refusing.length} times in ${others} operations, and ${words.taken} here`,
      )
    if (outliers.length > 0) {
      for (const one of takers)
        if (!outliers.includes(one))
          tell(
            one,
            'MAY',
            `${question}: ${words.taken} here and ${takers.length - 1} times more, ${words.refused} ${refused} times`,
          )
      continue
    }
    const [first] = takers
    const everywhere = takers.length >= AGREEING && refused * RARE <= asked.length
    if (first && everywhere)
      tell(
        first,
        'MAY',
        `${question}: ${words.taken} ${takers.length} of ${asked.length} times, consistent across this target`,
      )
    else
      for (const one of takers)
        tell(one, 'MAY', `${question}: ${words.taken} ${takers.length} of ${asked.length} times`)
  }
  return { found, ways }
}

/** What nobody is free to do: the like that is done rightly elsewhere makes it the graver. */
function wrongdoing(
  { vote, operation }: Observation,
  wrong: NonNullable<Vote['wrong']>,
  asked: readonly Observation[],
): Breach | Inconclusive {
  const { question, of, exchanges, words } = vote
  const rightly = asked.filter((other) => !taken(other))
  const right = rightly.find((other) => other.vote.of === of) ?? rightly[0]
  const level = right ? wrong.elsewhere : wrong.everywhere
  if (typeof level === 'object') return new Inconclusive(level.reason, level.supply, exchanges)
  return new Breach({
    expected: `${of} as it is stated${right ? `, and as ${right.operation} shows ${right.vote.of}` : ''}`,
    got: `${question}: ${of} of ${operation} is ${words?.taken ?? vote.way}`,
    exchanges,
    level,
    cause: question,
  })
}

/** A taker that alone differs, and among whom. */
interface Lone {
  readonly taker: Observation
  readonly question: string
  readonly pool: readonly Observation[]
}

/**
 * The one taker of a class too small to agree on anything, where it is alone in the next wider class too. With another
 * that shares its type, its name or its operation, or with more, it goes the target's way.
 * @param outlying who stands out in a class of its own: it makes no way
 */
function loneOf(
  asked: readonly Observation[],
  all: readonly Observation[],
  outlying: ReadonlySet<Observation>,
): Lone | undefined {
  const [taker, ...more] = asked.filter(taken)
  if (!taker || more.length > 0 || asked.length > AGREEING) return undefined
  for (const question of taker.vote.wider ?? []) {
    const pool = all.filter(({ vote }) => vote.question === question || vote.wider?.includes(question))
    if (pool.filter((one) => !taken(one)).length < AGREEING) continue
    const others = pool.filter((one) => taken(one) && !outlying.has(one) && !isSameField(one, taker))
    const fields = Map.groupBy(others, ({ operation, vote }) => `${operation} ${vote.field?.name ?? vote.of}`)
    return fields.size <= 1 && !others.some((one) => isAkin(one, taker)) ? { taker, question, pool } : undefined
  }
  return undefined
}

/** The situations in which what frees others there is mostly taken, often enough to be the target's way. */
function takingAnything(observations: readonly Observation[]): ReadonlySet<string> {
  const situations = new Set(observations.flatMap(({ vote }) => vote.frees ?? []))
  return new Set(
    [...situations].filter((situation) => {
      const asked = observations.filter(({ vote }) => vote.frees?.includes(situation))
      const takers = asked.filter(taken).length
      return takers >= AGREEING && takers * 2 > asked.length
    }),
  )
}

const isSameField = (one: Observation, other: Observation): boolean =>
  one.operation === other.operation && one.vote.field?.name === other.vote.field?.name

const isAkin = (one: Observation, other: Observation): boolean =>
  one.operation === other.operation ||
  one.vote.field?.name === other.vote.field?.name ||
  one.vote.field?.type === other.vote.field?.type

/** Takers among refusers: a few of them, or one whole group or operation among others that all refuse. */
function outliersOf(asked: readonly Observation[], all: readonly Observation[]): readonly Observation[] {
  const takers = asked.filter(taken)
  if (takers.length === 0 || asked.length - takers.length < AGREEING) return []
  const few = Math.min(Math.max(1, Math.floor(asked.length / RARE)), ...asked.map(({ vote }) => vote.few ?? Infinity))
  if (takers.length <= few) return takers
  const ofGroup = aloneAmong(asked, ({ group }) => group, all)
  if (ofGroup.length > 0) return ofGroup
  // Which fields may be left out is for each operation to say, and it may well take in its own way what no other has.
  if (asked.some(({ vote }) => vote.few !== undefined)) return []
  const ofOperation = aloneAmong(asked, ({ operation }) => operation, all)
  const refusedNames = new Set(asked.filter((one) => !taken(one)).map(({ vote }) => vote.field?.name))
  return ofOperation.every(({ vote }) => vote.field && refusedNames.has(vote.field.name)) ? ofOperation : []
}

/** All that one group or operation was asked, where it takes all of it, and all others, of which there are enough, refuse all. */
function aloneAmong(
  asked: readonly Observation[],
  whose: (one: Observation) => string,
  all: readonly Observation[],
): readonly Observation[] {
  const each = [...Map.groupBy(asked, whose).values()]
  const [alone, ...more] = each.filter((votes) => votes.every(taken))
  const refusing = each.filter((votes) => !votes.some(taken)).length
  const isAlone = alone && more.length === 0 && alone.length > 1 && refusing === each.length - 1
  return isAlone && refusing >= AGREEING && !isOtherField(alone, all) ? alone : []
}

/**
 * Whether all that refuse what these take are one field, and these are others: the kinds of databases share one definition,
 * so their agreement says how the target takes that field, and nothing of others.
 */
function isOtherField(takers: readonly Observation[], all: readonly Observation[]): boolean {
  const questions = new Set(takers.flatMap(({ vote }) => [vote.question, ...(vote.wider ?? [])]))
  const like = all.filter(({ vote }) => [vote.question, ...(vote.wider ?? [])].some((one) => questions.has(one)))
  const names = new Set(like.filter((one) => !taken(one)).map(({ vote }) => vote.field?.name))
  const [name] = names
  return names.size === 1 && name !== undefined && takers.every(({ vote }) => vote.field?.name !== name)
}
