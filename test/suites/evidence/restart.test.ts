/** The target killed and started again in the midst of a run: records from before must still be there. */
import { expect, test } from 'vitest'
import { noJournal } from '../../../fixtures/journal.ts'
import type { StartOptions } from '../../../fixtures/reference/serve.ts'
import { Session } from '../../../suites/run/session.ts'
import { judged, outcomeOf } from '../../judged.ts'

const ID = /^(application|compose|sqla|sqlb|sqlc|colstore|docstore|kvstore|registry)\.create$/

/** Judges what outlives the process of a server; `restart` stands in for its own new start. */
async function run(start: StartOptions, restart?: () => Promise<void>) {
  const { server, options } = await judged(start, { only: ['records/outlive-process'] })
  try {
    const hooks = { progress() {}, restart: restart ?? (() => server.restart()) }
    return await new Session(options, noJournal, hooks).run()
  } finally {
    await server.close()
  }
}

test('a server that keeps its records passes for every kind, and nothing is left on it', async () => {
  const { results, planned, leftovers, noVerdict } = await run({})
  expect(noVerdict).toBeNull()
  expect(results).toHaveLength(planned)
  expect(results.filter(({ operation }) => ID.test(operation))).toHaveLength(9)
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['pass']))
  expect(leftovers).toEqual([])
})

test('one that forgets them gets a note, which no exit code comes of, and no leftover', async () => {
  const { results, leftovers } = await run({ variants: ['process/forgets'] })
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['note']))
  expect(results[0]?.message).toMatch(/^MAY keep records .*404/)
  expect(leftovers).toEqual([])
})

test('tells a record that is gone from a refused token where all errors are alike', async () => {
  const { results } = await run({
    variants: ['process/forgets', 'errors/all-500', 'errors/codes-as-numbers-in-text'],
  })
  expect(new Set(results.map(({ verdict }) => verdict))).toEqual(new Set(['note']))
})

test('what was judged before it is judged once', async () => {
  const { results } = await outcomeOf({}, { only: ['application.create'] })
  const before = results.filter(({ check }) => check !== 'records/outlive-process')
  expect(before.length).toBeGreaterThan(40)
  expect(before.filter(({ verdict }) => verdict !== 'pass').map(({ id }) => id)).toEqual([])
})

test('one that is not there again decides nothing', async () => {
  const { results } = await run({}, () => Promise.reject(new Error('it did not come back')))
  expect(new Set(results.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
    new Set(['inconclusive: the target was not there again: it did not come back']),
  )
})

test('everything else is judged before', async () => {
  let ended = false
  const { server, options } = await judged({}, { only: ['sqla.create', 'sqla.one'] })
  const late: string[] = []
  const session: Session = new Session(options, noJournal, {
    progress() {},
    restart: () => {
      ended = true
      return server.restart()
    },
    exchange: ({ operation }) => ended && operation !== null && late.push(operation),
  })
  const { results, planned } = await session.run()
  await server.close()
  expect(results).toHaveLength(planned)
  // The read of the one record, and its delete.
  expect(late).toEqual(['sqla.one', 'sqla.remove'])
})
