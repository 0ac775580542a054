import type { TestCase } from '../checks/check.ts'
import { isMissing } from '../claim/finding.ts'
import { askBarely } from '../evidence/bare.ts'
import { control } from '../evidence/control.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { gather, type Wanted } from '../evidence/frame/gather.ts'
import { negativeControl } from '../evidence/negative-control.ts'
import type { BadTokens } from '../evidence/tokens.ts'
import { newVolatilePaths } from '../scene/snapshot.ts'
import type { LaneTurn } from './lanes.ts'
import type { NotThere } from './not-there.ts'

/** Sends what is wanted for one operation: on what its lane tries it on, or, to see a breach again, on a fresh scene. */
export async function sendTurn(
  turn: LaneTurn,
  { tokens, notThere }: { readonly tokens: BadTokens; readonly notThere: NotThere },
  wanted: Wanted,
  again: boolean,
): Promise<TestCase> {
  const { planned, caller } = turn
  const { operation } = planned
  const tried = again ? await turn.fresh() : turn.tried
  const gathered = await gather({ ...turn, operation, tried, tokens, again }, wanted)
  const sent = { control: optional(control).from(gathered), negative: optional(negativeControl).from(gathered) }
  if (!isMissing(tried)) await askBarely(notThere, operation, sent, tried, caller.destructive)
  const { placeholders, volatile } = isMissing(tried) ? { placeholders: [], volatile: newVolatilePaths() } : tried
  const { run } = caller.options
  return { operation, gathered, profile: caller.profile, run, placeholders, moving: volatile.moving }
}
