import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { isMonitor } from '../checks/check.ts'
import { checks } from './checks.ts'
import { Met } from './met.ts'
import { newCreates, type Creates } from '../scene/creates.ts'
import { NotThere } from './not-there.ts'
import { ConsistencyChecks } from './consistency.ts'
import { Tally } from './tally.ts'
import type { Profile } from '../target/profile.ts'

/** What a run learns of its target while it judges. */
export interface Learned {
  readonly tally: Tally
  readonly consistency: ConsistencyChecks
  readonly notThere: NotThere
  readonly met: Met
  readonly creates: Creates
}

/** @param told whether a result tells of an operation that changes what it should leave alone */
export function nothingLearned(
  options: Pick<RunOptions, 'run' | 'target' | 'settleMs'>,
  told: Creates['told'],
): Learned {
  const { run, target } = options
  return {
    tally: new Tally(checks.filter(isMonitor), target.token, run),
    consistency: new ConsistencyChecks(),
    notThere: new NotThere(),
    met: new Met(),
    creates: newCreates(options, told),
  }
}

/** @param profile null until calibration has learned it */
export function learnFrom(exchange: Exchange, learned: Learned, profile: Profile | null): void {
  const { tally, notThere, creates, met } = learned
  for (const one of [tally, notThere, creates.otherRuns]) one.observe(exchange)
  met.observe(exchange, profile)
}
