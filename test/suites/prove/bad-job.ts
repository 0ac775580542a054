/** A job that does not come to an end as jobs should: by what its fault is called. */
import { setTimeout as wait } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import type { Job, Judged } from '../../../suites/prove/job.ts'

export default async function bad({ faults: [fault] = [] }: Job): Promise<Judged> {
  if (fault === 'waits') await wait(500)
  if (fault === 'throws') throw new Error('thrown in the thread')
  if (fault === 'exits') process.exit(7)
  // A loop that nothing but the end of the thread ends.
  while (fault === 'hangs');
  if (fault === 'thread') return { said: [], trouble: [], requests: threadId }
  return { said: [], trouble: [], requests: 0 }
}
