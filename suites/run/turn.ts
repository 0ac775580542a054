/** One operation in its turn: what its checks need is sent, and judged. */
import type { Result } from '../../schemas/report.ts'
import type { TestCase } from '../checks/check.ts'
import { askBarely } from '../evidence/requests/bare.ts'
import { control } from '../evidence/control.ts'
import { optional, type Gathered } from '../evidence/frame/evidence.ts'
import { gather, type Wanted } from '../evidence/frame/gather.ts'
import { negativeControl } from '../evidence/negative-control.ts'
import type { Subject } from '../evidence/subjects/subject.ts'
import type { BadTokens } from '../evidence/frame/tokens.ts'
import { isMissing, type Missing } from '../claim/finding.ts'
import { isInTurn } from './after-lanes.ts'
import { Judging, resultId, type Showing } from './judge.ts'
import type { Learned } from './learned.ts'
import type { LaneTurn } from './lane-turn.ts'
import { wantedFor } from './plan.ts'
import { newVolatilePaths } from '../scene/snapshot.ts'
import { triedAgain } from './tried-again.ts'

/** What kept a fresh scene from being made, if that is a finding. */
function orThrow(thrown: unknown): Missing {
  if (isMissing(thrown)) return thrown
  throw thrown
}

/**
 * A breach is tried once more on a fresh scene.
 * @returns what was sent first, and the results that need not wait for other operations
 */
export async function judgeTurn(
  turn: LaneTurn,
  tokens: BadTokens,
  { consistency, notThere, tally }: Learned,
  showing: Showing,
  run: string,
): Promise<{ readonly gathered: Gathered; readonly results: readonly Result[] }> {
  const { planned, caller } = turn
  const { operation } = planned
  const started = performance.now()
  const send = async (wanted: Wanted, tried: Subject | Missing, again = false): Promise<TestCase> => {
    const gathered = await gather({ ...turn, operation, tried, tokens, again }, wanted)
    const sent = { control: optional(control).from(gathered), negative: optional(negativeControl).from(gathered) }
    if (!isMissing(tried)) await askBarely(notThere, operation, sent, tried, caller.destructive)
    const { placeholders, volatile } = isMissing(tried) ? { placeholders: [], volatile: newVolatilePaths() } : tried
    const { lockOut } = tokens
    const otherRun = caller.creates.otherRuns.seen
    const context = { operation, gathered, profile: caller.profile, run, placeholders, moving: volatile.moving }
    return { ...context, ...(lockOut ? { lockOut } : {}), ...(otherRun === null ? {} : { otherRun }) }
  }
  const mine = consistency.checksOf({ ...planned, checks: planned.checks.filter(isInTurn) })
  const first = await send(planned.wanted, turn.tried)
  const judging = new Judging(operation, mine, first, showing, started)
  const { doubtful } = judging
  tally.retries.doubted(doubtful.map((check) => resultId(operation, check)))
  const results = await triedAgain(judging, {
    again: async (doubted, whole) => send(wantedFor(doubted, operation), await turn.fresh(whole).catch(orThrow), true),
    alone: (trial) => caller.alone(trial),
  })
  return { gathered: first.gathered, results: consistency.judged(results) }
}
