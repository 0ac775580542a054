/** That a run has anything to judge, asked before it touches anything. */
import { UsageError } from '../../fixtures/errors.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { planOf } from './plan.ts'

/**
 * Whether nothing of what is selected falls to this shard.
 * @throws UsageError where nothing is selected at all, with why
 */
export function emptyShard(options: RunOptions): boolean {
  const planned = (more: Partial<RunOptions> = {}) => planOf({ ...options, ...more }).length > 0
  if (planned()) return false
  const shard = { index: 1, count: 1 }
  if (planned({ shard })) return true
  if (planned({ shard, restarts: true }))
    throw new UsageError('what is selected needs a target that the run may kill and start again; give --image')
  if (planned({ shard, fuzz: 1 }))
    throw new UsageError('what is selected is fuzzing, which --fuzz 0 turns off; give a larger number')
  throw new UsageError('nothing is left to judge: --skip removes everything that --only names')
}
