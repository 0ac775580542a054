/** What faults of the away server that share a server are told apart by, with runs that are made up. */
import { describe, expect, test } from 'vitest'
import type { Job, Judged } from '../../../suites/prove/job.ts'
import { proven, said, judgedAs } from './made-up.ts'

describe('faults of the away server that break many groups alike', () => {
  const ids = ['errors/wrong-method-as-page', 'errors/bad-escape-hangs-up']
  const whole = ({ only }: Job) => only.length === 0
  const some = said('user.all errors/object', 'fail')
  const judged = (response: (job: Job) => Judged) =>
    proven(
      ids.map((id) => `away/${id}`),
      response,
    )

  test('are survivors where nothing is said of them alone in two groups, nor of all together by the whole run', async () => {
    const { matrix, servers } = await judged(() => judgedAs())
    expect(servers).toEqual([...ids.map((id) => [id]), ids])
    expect(matrix.away.faults.map(({ killedBy }) => killedBy)).toEqual([null, null])
  })

  test('are each judged alone by the whole run where something is said of all together', async () => {
    const [, guilty = ''] = ids
    const { matrix, servers } = await judged((job) =>
      whole(job) && job.faults?.includes(guilty) ? judgedAs(some) : judgedAs(),
    )
    expect(servers.slice(3)).toEqual(ids.map((id) => [id]))
    expect(matrix.away.faults.map(({ killedBy }) => killedBy?.result)).toEqual([undefined, some.id])
  })

  test('are each judged alone by the whole run where the run of all together was in trouble', async () => {
    const { servers } = await judged(({ faults: on }) =>
      on && on.length > 1 ? { ...judgedAs(), trouble: ['hung'] } : judgedAs(),
    )
    expect(servers).toHaveLength(2 + 1 + 2)
  })
})

describe('faults of the away server that survive all else', () => {
  const [one, other, open] = ['registry/test-saves', 'sqlb/shows-sqlc', 'registry/test-always-good']
  const vote = said('registry.testRegistry fuzz/lenient', 'warn')
  const isVote = ({ only }: Job) => only.length > 0 && only.every((pattern) => pattern.startsWith('fuzz/'))
  const judgedByVotes = (isDrawn: (on: readonly string[]) => boolean) =>
    proven([`away/${one}`, `away/${other}`], (job) =>
      isVote(job) && isDrawn(job.faults ?? []) ? judgedAs(vote) : judgedAs(),
    )

  test('are judged together by the votes of fuzzing, and what shows one there is looked for with it alone', async () => {
    const { matrix, servers } = await judgedByVotes((on) => on.includes(one))
    expect(servers).toEqual([[other, one], [other], [one], [other, one], [one]])
    const killed = matrix.away.faults.map(({ id, killedBy }) => [id, killedBy?.result])
    expect(killed).toEqual([
      [other, undefined],
      [one, vote.id],
    ])
  })

  test('are judged by no vote if the specification leaves them open', async () => {
    const { servers } = await proven([`away/${open}`], () => judgedAs())
    expect(servers).toEqual([[open]])
  })

  test('stay survivors where only both together draw a vote', async () => {
    const { matrix } = await judgedByVotes((on) => on.length === 2)
    expect(matrix.away.faults.map(({ killedBy }) => killedBy)).toEqual([null, null])
  })
})

describe('a fault of the away server that stands alone', () => {
  const id = 'registry/test-always-good'
  const other = said('user.all errors/object', 'fail')
  const own = said('registry.testRegistry values/shown', 'fail')
  const judged = (first: Judged) =>
    proven([`away/${id}`], ({ faults: on, bail }) => (!on ? judgedAs() : bail ? first : judgedAs(other, own)))

  test('is killed by the failure that ends its run', async () => {
    const { matrix, servers } = await judged(judgedAs(own))
    expect(servers).toEqual([[id]])
    expect(matrix.away.faults[0]?.killedBy?.result).toBe(own.id)
  })

  test('is judged again to the end where the failure that ended its run is of another group', async () => {
    const { matrix, servers } = await judged(judgedAs(other))
    expect(servers).toEqual([[id], [id]])
    expect(matrix.away.faults[0]?.killedBy?.result).toBe(own.id)
  })
})
