/** A target that speaks other words is judged by the same checks, to the same verdicts. */
import { expect, onTestFinished, test } from 'vitest'
import { operations } from '../../schemas/registry.ts'
import { checkVocabulary } from '../../cli/options/vocabulary.ts'
import { noJournal } from '../../fixtures/journal.ts'
import type { StartOptions } from '../../fixtures/reference/serve.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { optionsFor } from '../../suites/prove/options.ts'
import { planOf } from '../../suites/run/plan.ts'
import { Session } from '../../suites/run/session.ts'
import { judged, outcomeOf } from '../judged.ts'
import { invented, registries, startWorded } from '../worded.ts'

async function wordedOutcome(start: StartOptions, over: Partial<RunOptions> = {}, vocabulary = true) {
  const { server, options } = await judged(start, over)
  const worded = await startWorded(server.baseUrl)
  onTestFinished(() => server.close())
  onTestFinished(() => worded.close())
  const target = {
    ...options.target,
    baseUrl: worded.baseUrl,
    lookup: { ...options.target.lookup, registry: { path: registries } },
    ...(vocabulary ? { vocabulary: invented } : {}),
  }
  return new Session({ ...options, target }, noJournal, { progress() {} }).run()
}

const verdicts = ({ results }: Awaited<ReturnType<typeof outcomeOf>>) =>
  Object.fromEntries(results.map(({ id, verdict }) => [id, verdict]))

test('the invented words are a vocabulary', () => {
  expect(() => checkVocabulary(invented, 'here')).not.toThrow()
})

test('each result has the verdict that it has in our words', async () => {
  const worded = await wordedOutcome({})
  // In our words each passes: test/prove/reference.test.ts.
  const passes = planOf(optionsFor({ baseUrl: '', token: '', target: {} }, { restarts: false })).flatMap(
    ({ operation, checks }) => checks.map(({ id }) => [`${operation.id} ${id}`, 'pass']),
  )
  expect(verdicts(worded)).toEqual(Object.fromEntries(passes))
  expect(worded.noVerdict).toBeNull()
  expect(worded.leftovers).toEqual([])
  expect(worded.coverage.operations.succeeded).toBe(operations.length)
})

test.each([
  ['exists/no-settings.getIp', 'exists'],
  ['errors/issue-of-query', 'errors'],
])('a fault shows in other words as it does in ours: %s', async (fault, only) => {
  const start = { faults: [fault] }
  const bad = ({ results }: Awaited<ReturnType<typeof outcomeOf>>) =>
    results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id)
  const worded = bad(await wordedOutcome(start, { only: [only] }))
  expect(worded).not.toEqual([])
  expect(worded).toEqual(bad(await outcomeOf(start, { only: [only] })))
})

test('without its vocabulary it is no verdict', async () => {
  const outcome = await wordedOutcome({}, {}, false)
  expect(outcome.noVerdict).toMatch(/has none of the operations/)
})
