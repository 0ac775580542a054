import { describe, expect, it } from 'vitest'
import type { RunOptions, Target } from '../../schemas/target.ts'
import type { Outcome } from '../../suites/run/outcome.ts'
import { planned } from '../../suites/run/plan.ts'
import { ids, run, standing } from './standing.ts'

type Over = Omit<Partial<RunOptions>, 'target'> & { readonly target?: Partial<Target> }

/** Calls that leave what other checks look at as it was. */
const prepare: Target['prepare'] = {
  sqla: [{ operation: 'sqla.update' }, { operation: 'sqla.saveEnvironment' }],
  application: [{ operation: 'application.update' }],
  port: [{ operation: 'port.update' }],
}
const total = (options: RunOptions) => planned(options).reduce((sum, { requests }) => sum + requests, 0)

/** Beside whole runs with each permission, of which allowed.test.ts says the same. */
const selections: readonly (readonly [string, Over])[] = [
  ['a shard', { shard: { index: 2, count: 3 } }],
  ['auth alone', { only: ['auth/*'] }],
  ['all but auth', { skip: ['auth/*'] }],
  ['one kind', { only: ['sqla.*'] }],
  ['ports', { only: ['port.*'] }],
  ['one read', { only: ['application.one'] }],
  ['host operations', { only: ['settings.*'] }],
  ['kinds that need calls after their create', { target: { prepare }, only: ['sqla', 'sqlb', 'application', 'port'] }],
]

interface Ran {
  readonly outcome: Outcome
  readonly planned: number
}

const ran = new Map<string, Promise<Ran>>()

/** One clean run of each selection serves all that is asked of it. */
function runOf(what: string, over: Over): Promise<Ran> {
  const begin = async () => {
    const { target = {}, ...options } = over
    const server = await standing({ options, target })
    return { outcome: await run(server), planned: total(server.options) }
  }
  const known = ran.get(what) ?? begin()
  ran.set(what, known)
  return known
}

describe.each(selections)('a run of %s', (what, over) => {
  it('reaches every planned result, and no defect of our own', async () => {
    const { outcome } = await runOf(what, over)
    expect(outcome.noVerdict).toBeNull()
    expect(outcome.executed).toBe(outcome.planned)
    expect(ids(outcome, 'error')).toEqual([])
  })

  it('finds nothing wrong with the reference server', async () => {
    const { outcome } = await runOf(what, over)
    expect(ids(outcome, 'fail', 'warn', 'blocked')).toEqual([])
  })

  it('sends at most a tenth less than was planned', async () => {
    const { outcome, planned: count } = await runOf(what, over)
    expect(count).toBeLessThanOrEqual(1.1 * outcome.requests)
  })
})

describe('a plan of requests', () => {
  it.each(selections)('of %s is never passed', async (what, over) => {
    const { outcome, planned: count } = await runOf(what, over)
    expect(outcome.requests).toBeLessThanOrEqual(count)
  })

  it('has nothing for what is not allowed', async () => {
    const { options } = await standing({ options: { allow: [] } })
    const rows = planned(options).filter(({ effect }) => ['deploy', 'host', 'destructive'].includes(effect))
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter(({ requests }) => requests > 0)).toEqual([])
  })

  it('is empty where nothing is selected', async () => {
    const { options } = await standing({ options: { only: ['sqla'], skip: ['sqla'] } })
    expect(planned(options)).toEqual([])
  })

  it('names the checks of each operation', async () => {
    const { options } = await standing({ options: { only: ['sqla.one auth/no-header', 'sqla.one media'] } })
    const row = planned(options).find(({ operation }) => operation === 'sqla.one')
    expect(row?.checks).toEqual(['media/content-type', 'media/json', 'auth/no-header'])
  })
})
