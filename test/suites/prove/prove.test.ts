/** What counts as a kill and as a false accusation, with runs that are made up. */
import { expect, test } from 'vitest'
import { UsageError } from '../../../fixtures/errors.ts'
import { isClean, isKilled, isProven } from '../../../schemas/matrix.ts'
import { chosen } from '../../../suites/prove/chosen.ts'
import type { Job, Judged, Said } from '../../../suites/prove/job.ts'
import { prove } from '../../../suites/prove/prove.ts'

const clean: Judged = { said: [], trouble: [], requests: 0 }
const said = (verdict: Said['verdict'], check = 'version/told'): Judged => ({
  said: [{ id: `settings.getServiceVersion ${check}`, check, verdict, message: 'made up' }],
  trouble: [],
  requests: 0,
})

/** Judges by these responses instead of runs, and says which jobs were asked for; by an empty text everything is judged. */
async function proven(only: string, response: (job: Job) => Judged, whole = false) {
  const jobs: Job[] = []
  const run = (job: Job) => {
    jobs.push(job)
    return Promise.resolve(response(job))
  }
  const matrix = await prove({ only: only === '' ? [] : [only], seed: 7, whole }, undefined, {
    run,
    close: () => Promise.resolve(),
  })
  return { matrix, jobs }
}
const ofFault = async (response: (job: Job) => Judged, whole = false) => {
  const { matrix, jobs } = await proven('version/null', response, whole)
  const [row] = matrix.faults
  if (!row) throw new Error('no row')
  return { row, matrix, jobs }
}
const ofVariant = async (only: string, response: (job: Job) => Judged) => {
  const { matrix } = await proven(only, response)
  const [row] = matrix.variants
  if (!row) throw new Error('no row')
  return { row, matrix }
}
const faulted = (judged: Judged) => (job: Job) => (job.faults ? judged : clean)

test('a fault is killed by the verdict of its level, from a check that names it', async () => {
  const { row, matrix, jobs } = await ofFault(faulted(said('fail')))
  expect(row).toMatchObject({ id: 'version/null', killedBy: ['version/told'], missedBy: [], trouble: [] })
  expect(isKilled(row)).toBe(true)
  expect(isProven(matrix)).toBe(true)
  expect(matrix.checks).toEqual([expect.objectContaining({ id: 'version/told', kills: ['version/null'] })])
  // By what the check looks at, with the unfaulted server beside it.
  const selections = (some: readonly Job[]) => some.map(({ only: selected }) => selected)
  expect(selections(jobs.filter(({ faults }) => faults))).toEqual([['settings.* version/told']])
  expect(selections(jobs.filter(({ faults }) => !faults))).toEqual([['settings.* version/told']])
  expect(new Set(jobs.map(({ seed }) => seed))).toEqual(new Set([7]))
})

test.each(['warn', 'note', 'inconclusive', 'blocked', 'error'] as const)('%s is no kill of a fail', async (verdict) => {
  const { row, matrix } = await ofFault(faulted(said(verdict)))
  expect(row).toMatchObject({ killedBy: [], missedBy: ['version/told'] })
  expect(isProven(matrix)).toBe(false)
})

test('what survives is told as soon as it does', async () => {
  const told: (string | undefined)[] = []
  const threads = { run: () => Promise.resolve(clean), close: () => Promise.resolve() }
  await prove({ only: ['version/null'], seed: 7 }, ({ failed }) => told.push(failed), threads)
  expect(told).toEqual([undefined, 'version/null'])
})

test('another check’s word is no kill', async () => {
  const { row } = await ofFault(faulted(said('fail', 'media/json')))
  expect(isKilled(row)).toBe(false)
})

test('what a part of the run does not show, the whole run may', async () => {
  const { row, jobs } = await ofFault((job) => (job.faults && job.only.length === 0 ? said('fail') : clean))
  expect(isKilled(row)).toBe(true)
  expect(jobs.filter(({ faults }) => faults).map((job) => job.only.length)).toEqual([1, 1, 0])
})

test('what the checks that name a fault do not show by themselves, all that is asked of its groups may', async () => {
  const isAllOfGroup = ({ only }: Job) => only.length === 1 && only[0] === 'settings.*'
  const { row, jobs } = await ofFault((job) => (job.faults && isAllOfGroup(job) ? said('fail') : clean))
  expect(isKilled(row)).toBe(true)
  const selections = ['settings.* version/told', 'settings.*']
  expect(jobs.filter(({ faults }) => faults).map((job) => job.only)).toEqual(selections.map((one) => [one]))
})

test('the whole run is taken at once where that is asked for', async () => {
  const { jobs } = await ofFault(faulted(said('fail')), true)
  expect(jobs.filter(({ faults }) => faults).map((job) => job.only)).toEqual([[]])
})

test('a run in trouble kills nothing, whatever it said', async () => {
  const { row, matrix } = await ofFault(faulted({ ...said('fail'), trouble: ['crashed: made up'] }))
  expect(row.trouble).toEqual(['crashed: made up'])
  expect(isKilled(row)).toBe(false)
  expect(isProven(matrix)).toBe(false)
})

test.each([
  ['a variant', 'ids/uuid'],
  ['all faults', ''],
])('beside %s the unfaulted server is judged by the whole run', async (_what, only) => {
  const { jobs } = await proven(only, () => clean)
  const isUnfaulted = ({ faults, variants, hostile, server }: Job) => !(faults ?? variants ?? hostile ?? server)
  const whole = jobs.filter((job) => isUnfaulted(job) && job.only.length === 0 && !job.wire)
  expect(whole).toMatchObject([{ fuzz: true }])
})

test('what the unfaulted server draws too is no kill, and is told', async () => {
  const { row, matrix } = await ofFault(() => said('fail'))
  expect(isKilled(row)).toBe(false)
  expect(matrix.unfaulted).toEqual([
    { result: 'settings.getServiceVersion version/told', verdict: 'fail', message: 'made up' },
  ])
})

test('an unfaulted server that could not be judged proves nothing', async () => {
  const { matrix } = await ofFault((job) => (job.faults ? said('fail') : { ...clean, trouble: ['hung'] }))
  expect(isProven(matrix)).toBe(false)
})

test.each(['fail', 'warn', 'error'] as const)('%s of a variant is a false accusation', async (verdict) => {
  const { row, matrix } = await ofVariant('ids/uuid', (job) => (job.variants ? said(verdict) : clean))
  expect(row.accused).toEqual([expect.objectContaining({ verdict })])
  expect(isProven(matrix)).toBe(false)
})

test.each(['pass', 'note', 'inconclusive', 'blocked', 'skipped'] as const)(
  '%s of a variant is none',
  async (verdict) => {
    const { row, matrix } = await ofVariant('ids/uuid', () => said(verdict))
    expect(isClean(row)).toBe(true)
    expect(isProven(matrix)).toBe(true)
  },
)

test('a variant that a check names in a claim that says MAY has to be noted by it', async () => {
  const missed = await ofVariant('auth/exact-scheme', () => clean)
  expect(missed.row.missedBy).toEqual(['auth/lower-case-scheme'])
  expect(isClean(missed.row)).toBe(false)
  const noted = await ofVariant('auth/exact-scheme', () => said('note', 'auth/lower-case-scheme'))
  expect(noted.row.notedBy).toEqual(['auth/lower-case-scheme'])
  expect(isClean(noted.row)).toBe(true)
})

test('patterns mean ids, families, and all of a sort; one that means nothing is an error', () => {
  expect(chosen(['version/null']).faults).toHaveLength(1)
  expect(chosen(['ids']).variants.length).toBeGreaterThan(2)
  expect(chosen(['variants']).faults).toEqual([])
  expect(chosen([]).faults.length).toBe(chosen(['faults']).faults.length)
  expect(() => chosen(['version/null', 'version/nul'])).toThrow(UsageError)
  expect(() => chosen(['version/nul'])).toThrow("the nearest is 'version/null'")
})
