/** A fault is killed by the check that names it, and by nothing else: with that check kept silent it survives, in a batch too. */
import { expect, test } from 'vitest'
import { isKilled } from '../../schemas/matrix.ts'
import judge, { type Job } from '../../suites/prove/job.ts'
import { prove } from '../../suites/prove/prove.ts'

/** They share a server: one that requests reach inside this process, and one that they reach over a wire. */
const inside = ['exists/no-mounts.remove', 'errors/no-code', 'values/dropped-user', 'engine/no-match']
const onWire = ['media/text-success', 'bytes/invalid-utf8', 'auth/hangs-up-one']

/** Judges faulted servers in this process; the unfaulted one is judged in full elsewhere. */
async function killed(only: readonly string[], skip: readonly string[]) {
  const servers: (readonly string[])[] = []
  const run = (job: Job) => {
    if (!job.faults) return Promise.resolve({ said: [], trouble: [], requests: 0 })
    servers.push(job.faults)
    return judge(job)
  }
  const threads = { run, close: () => Promise.resolve() }
  const { faults } = await prove({ only, seed: 1, skip }, undefined, threads)
  return { killed: faults.filter(isKilled).map(({ id }) => id), servers }
}

test.each([[inside], [onWire]])('all of %j are killed on one server where every check speaks', async (batch) => {
  const { killed: ids, servers } = await killed(batch, [])
  expect(ids.toSorted()).toEqual(batch.toSorted())
  expect(servers.map((some) => some.toSorted())).toEqual([batch.toSorted()])
})

test.each([
  ['exists/no-mounts.remove', 'exists/operation', inside],
  ['values/dropped-user', 'values/shown', inside],
  ['media/text-success', 'media/content-type', onWire],
])('%s survives where %s is disabled, and no other does', async (fault, check, batch) => {
  const { killed: ids, servers } = await killed(batch, [check])
  expect(ids.toSorted()).toEqual(batch.filter((id) => id !== fault).toSorted())
  // Together with the others, then alone by what looks at it, then by all that is asked of its groups, then by the whole run.
  expect(servers).toHaveLength(4)
})
