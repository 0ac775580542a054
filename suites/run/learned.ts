import type { RunOptions } from '../../schemas/target.ts'
import { isMonitor } from '../checks/check.ts'
import { checks } from './checks.ts'
import { Met } from './met.ts'
import { NotThere } from './not-there.ts'
import { Polls } from './polls.ts'
import { Tally } from './tally.ts'

/** What a run learns of its target while it judges. */
export interface Learned {
  readonly tally: Tally
  readonly polls: Polls
  readonly notThere: NotThere
  readonly met: Met
}

export const nothingLearned = ({ run, target }: Pick<RunOptions, 'run' | 'target'>): Learned => ({
  tally: new Tally(checks.filter(isMonitor), target.token, run),
  polls: new Polls(),
  notThere: new NotThere(),
  met: new Met(),
})
