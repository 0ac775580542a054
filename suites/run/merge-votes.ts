/** Results that rest on the votes of a whole run, made of those of its shards (docs/judgement.md, rule 8). */
import { withoutSecrets } from '../../fixtures/http/secrets.ts'
import { findOperation } from '../../schemas/registry.ts'
import type { Evidence, Report, Result, ResultVote } from '../../schemas/report.ts'
import { knownFailures } from '../../schemas/known-failures.ts'
import type { TargetFile } from '../../schemas/target.ts'
import { isConsistencyCheck } from '../checks/check.ts'
import { tallyVotes, type Observation, type Conventions } from '../target/oracle.ts'
import type { Vote } from '../target/vote.ts'
import { checks } from './checks.ts'
import { consistencyResult, shown, type Showing } from './judge.ts'
import { accepted, today } from './known.ts'
import { observationOf, worst } from './consistency.ts'
import { toldOnce } from './monitoring.ts'

/** A result of a shard with the votes that it rests on, as they may be shown. */
export const withVotes = (result: Result, votes: readonly Vote[], showing: Showing): Result => ({
  ...result,
  votes: votes.map(({ exchanges, ...vote }): ResultVote => ({
    ...vote,
    // Questions and fields are the specification's words; these may be the target's.
    ...(vote.words ? { words: withoutSecrets(vote.words, (text) => showing.clean(text)) } : {}),
    evidence: vote.way === 'taken' ? shown(exchanges, showing) : [],
  })),
})

/** What of the shards is told anew when all of them are there. */
export interface Tallied {
  readonly results: readonly Result[]
  /** What came of each question; undefined where no part voted. */
  readonly ways: Readonly<Record<string, Conventions>> | undefined
}

/** Shown texts were made fit to be shown when they were written. */
const asTheyAre: Showing = { baseUrl: '', clean: (text) => text }

/** Holds the votes of all shards against each other, and says of each result what the whole run would have said. */
export function tallyMerged(joined: readonly Result[], options: Report['options']): Tallied {
  const results = toldOnce(joined)
  const voting = results.flatMap((result) => {
    const operation = findOperation(result.operation)
    const consistencyCheck = checks.find(({ id }) => id === result.check)
    if (!result.votes || !operation || !consistencyCheck || !isConsistencyCheck(consistencyCheck)) return []
    const own = result.votes.map(({ evidence, ...vote }) => ({
      evidence,
      observation: observationOf(operation, { ...vote, exchanges: [] }),
    }))
    return [{ result, operation, consistencyCheck, own }]
  })
  if (voting.length === 0) return { results, ways: undefined }
  const { found, ways } = tallyVotes(voting.flatMap(({ own }) => own.map(({ observation }) => observation)))
  const known = knownFailures({ known: options['known'] } as TargetFile)
  const tallied = new Map(
    voting.map(({ result, operation, consistencyCheck, own }) => {
      const worstFound = worst(own.flatMap(({ observation }) => found.get(observation) ?? []))
      const said = consistencyResult(operation, consistencyCheck, worstFound, asTheyAre)
      const { words, keptFrom, durationMs } = result
      const one: Result = {
        ...said,
        durationMs,
        evidence: evidenceOf(own, found, worstFound),
        ...(words === undefined ? {} : { words }),
        ...(keptFrom === undefined ? {} : { keptFrom }),
      }
      return [result.id, accepted(one, known, today())] as const
    }),
  )
  return { results: results.map((result) => tallied.get(result.id) ?? result), ways }
}

/** What the vote rests on that decided. */
function evidenceOf(
  own: readonly { readonly observation: Observation; readonly evidence: readonly Evidence[] }[],
  found: ReadonlyMap<Observation, Error>,
  worst: Error | null,
): readonly Evidence[] {
  return worst === null ? [] : (own.find(({ observation }) => found.get(observation) === worst)?.evidence ?? [])
}
