import type { RunOptions } from '../../schemas/target.ts'
import { isMonitor } from '../checks/check.ts'
import { checks } from './checks.ts'
import { Met } from './met.ts'
import { NotThere } from './not-there.ts'
import { ConsistencyChecks } from './consistency.ts'
import { Tally } from './tally.ts'

/** What a run learns of its target while it judges. */
export interface Learned {
  readonly tally: Tally
  readonly consistency: ConsistencyChecks
  readonly notThere: NotThere
  readonly met: Met
}

export const nothingLearned = ({ run, target }: Pick<RunOptions, 'run' | 'target'>): Learned => ({
  tally: new Tally(checks.filter(isMonitor), target.token, run),
  consistency: new ConsistencyChecks(),
  notThere: new NotThere(),
  met: new Met(),
})
