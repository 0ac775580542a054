/** One operation in its turn: what its checks need is sent, and judged. */
import type { Result } from '../../schemas/report.ts'
import type { Check, TestCase } from '../checks/check.ts'
import { askBarely } from '../evidence/bare.ts'
import { control } from '../evidence/control.ts'
import { optional, type Gathered } from '../evidence/frame/evidence.ts'
import { gather, type Wanted } from '../evidence/frame/gather.ts'
import { negativeControl } from '../evidence/negative-control.ts'
import type { BadTokens } from '../evidence/tokens.ts'
import { isMissing, type Missing } from '../claim/finding.ts'
import { isInCourse } from './after-lanes.ts'
import { Judging, resultId, type Showing } from './judge.ts'
import type { Learned } from './learned.ts'
import type { LaneTurn } from './lanes.ts'
import { wantedFor } from './plan.ts'
import { newVolatilePaths } from '../scene/snapshot.ts'

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
  { polls, notThere, tally }: Learned,
  showing: Showing,
  run: string,
): Promise<{ readonly gathered: Gathered; readonly results: readonly Result[] }> {
  const { planned, caller } = turn
  const { operation } = planned
  const started = performance.now()
  const send = async (wanted: Wanted, again: boolean, whole = false): Promise<TestCase> => {
    const tried = again ? await turn.fresh(whole).catch(orThrow) : turn.tried
    const gathered = await gather({ ...turn, operation, tried, tokens, again }, wanted)
    const sent = { control: optional(control).from(gathered), negative: optional(negativeControl).from(gathered) }
    if (!isMissing(tried)) await askBarely(notThere, operation, sent, tried, caller.destructive)
    const { placeholders, volatile } = isMissing(tried) ? { placeholders: [], volatile: newVolatilePaths() } : tried
    const { lockOut } = tokens
    const context = { operation, gathered, profile: caller.profile, run, placeholders, moving: volatile.moving }
    return lockOut ? { ...context, lockOut } : context
  }
  const mine = polls.checksOf({ ...planned, checks: planned.checks.filter(isInCourse) })
  const first = await send(planned.wanted, false)
  const judging = new Judging(operation, mine, first, showing, started)
  const { doubtful } = judging
  tally.retries.doubted(doubtful.map((check) => resultId(operation, check)))
  const again = (doubted: readonly Check[], whole: boolean) => send(wantedFor(doubted, operation), true, whole)
  const results = await judging.triedAgain(again, (trial) => caller.alone(trial))
  return { gathered: first.gathered, results: polls.judged(results) }
}
