/** A job that does not come to an end as jobs should: by what its fault is called. */
import type { Job, Judged } from '../../../suites/prove/job.ts'

export default function bad({ faults: [fault] = [] }: Job): Judged {
  if (fault === 'throws') throw new Error('thrown in the thread')
  if (fault === 'exits') process.exit(7)
  // A loop that nothing but the end of the thread ends.
  while (fault === 'hangs');
  return { said: [], trouble: [], requests: 0 }
}
