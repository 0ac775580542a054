/** Collects the votes of a run, and holds results back until all have voted. */
import type { Operation } from '../../schemas/registry.ts'
import type { Result } from '../../schemas/report.ts'
import { isMonitor, isConsistencyCheck, type Check, type ConsistencyCheck } from '../checks/check.ts'
import type { Vote } from '../target/vote.ts'
import { Inconclusive, verdictOf, type Breach } from '../claim/finding.ts'
import { resultId } from './judge.ts'
import { tallyVotes, type Observation, type Conventions } from '../target/oracle.ts'
import type { Planned } from './plan.ts'

interface Asked {
  readonly operation: Operation
  readonly consistencyCheck: ConsistencyCheck
  readonly votes: readonly Vote[]
}

export interface Tallied {
  readonly operation: Operation
  readonly consistencyCheck: ConsistencyCheck
  readonly votes: readonly Vote[]
  /** The worst that its votes came to; null: nothing against it. */
  readonly found: Breach | Inconclusive | null
}

/** By check. */
export type SavedVotes = Readonly<Record<string, readonly Vote[]>>

export class ConsistencyChecks {
  readonly #asked = new Map<string, Asked>()
  readonly #held = new Set<string>()
  ways: Readonly<Record<string, Conventions>> = {}

  /** What is judged at once: checks, and consistency checks as checks that pass where they only vote. */
  checksOf({ operation, checks }: Planned): readonly Check[] {
    return checks.flatMap((check) => {
      if (isMonitor(check)) return []
      if (!isConsistencyCheck(check)) return [check]
      const { ask: _ask, ...rest } = check
      const prove: Check['prove'] = (testCase) => {
        this.#asked.set(resultId(operation, check), { operation, consistencyCheck: check, votes: check.ask(testCase) })
      }
      return [{ ...rest, prove, transient: false, explains: () => false }]
    })
  }

  /** The results that need not wait for the votes of others. */
  judged(results: readonly Result[]): readonly Result[] {
    return results.filter(({ id, verdict }) => {
      const waits = verdict === 'pass' && this.#asked.has(id)
      if (waits) this.#held.add(id)
      return !waits
    })
  }

  /** Whether a result waits for the votes of others. */
  holds(id: string): boolean {
    return this.#held.has(id)
  }

  /** The votes of an operation that wait for those of others, by check. */
  save({ operation, checks }: Pick<Planned, 'operation' | 'checks'>): SavedVotes {
    return Object.fromEntries(
      checks.flatMap((check) => {
        const id = resultId(operation, check)
        const votes = this.#held.has(id) ? this.#asked.get(id)?.votes : undefined
        return votes ? [[check.id, votes]] : []
      }),
    )
  }

  restore({ operation, checks }: Pick<Planned, 'operation' | 'checks'>, saved: SavedVotes): void {
    for (const consistencyCheck of checks.filter(isConsistencyCheck)) {
      const votes = saved[consistencyCheck.id]
      if (!votes) continue
      const id = resultId(operation, consistencyCheck)
      this.#asked.set(id, { operation, consistencyCheck, votes })
      this.#held.add(id)
    }
  }

  /** Holds the votes against each other. */
  tallyVotes(): readonly Tallied[] {
    const held = [...this.#held].flatMap((id) => this.#asked.get(id) ?? [])
    const observations = held.map((asked) => ({
      asked,
      own: asked.votes.map((vote) => observationOf(asked.operation, vote)),
    }))
    const { found, ways } = tallyVotes(observations.flatMap(({ own }) => own))
    this.ways = ways
    return observations.map(({ asked: { operation, consistencyCheck }, own }) => ({
      operation,
      consistencyCheck,
      votes: own.map(({ vote }) => vote),
      found: worst(own.flatMap((observation) => found.get(observation) ?? [])),
    }))
  }
}

export const observationOf = ({ group, id }: Operation, vote: Vote): Observation => ({ group, operation: id, vote })

const weight = { fail: 0, warn: 1, note: 3 } as const
/** What can't be told weighs more than a note: a note would say that all was seen. */
const weightOf = (one: Breach | Inconclusive) =>
  one instanceof Inconclusive ? 2 : weight[verdictOf(one.level ?? 'MUST')]

export function worst(found: readonly (Breach | Inconclusive)[]): Breach | Inconclusive | null {
  const [first] = found.toSorted((a, b) => weightOf(a) - weightOf(b))
  return first ?? null
}
