/** Settings of the host are fuzzed by one line more, and put back. */
import { describe, expect, it, test } from 'vitest'
import { isAlike } from '../../../suites/fuzz/setting.ts'
import type { Moment } from '../moments.ts'
import { run, standing } from '../standing.ts'

const only = ['settings.* fuzz']

/** What was sent to a write, parsed where it can be. */
async function fuzzing(stopAt?: Moment) {
  const sent: string[] = []
  const { store, options } = await standing({ options: { only, fuzz: 5 } })
  const held = () => JSON.stringify([store.settings.entries(), store.files.entries(), store.users.entries()])
  const before = held()
  const outcome = await run(
    { options },
    {
      ...(stopAt ? { stopAt } : {}),
      exchange: ({ operation, body }) => {
        if (operation === 'settings.writeProxyEnv' && typeof body === 'string') sent.push(body)
      },
    },
  )
  return { outcome, sent, before, after: held() }
}

test('what was there stands beside the line, and alone in the end', async () => {
  const { outcome, sent, before, after } = await fuzzing()
  expect(outcome.results.filter(({ verdict }) => !['pass', 'skipped'].includes(verdict))).toEqual([])
  expect(outcome.leftovers).toEqual([])
  expect(after).toBe(before)
  expect(sent.some((body) => body.includes('"TOUCHSTONE=') && body.includes("'"))).toBe(true)
  expect(sent.filter((body) => body.includes('TOUCHSTONE=')).length).toBeGreaterThan(15)
})

test('a run that is stopped once a line of its own was written puts it back too', async () => {
  const written: Moment = () => ({
    exchange: ({ operation, body }) => operation === 'settings.writeProxyEnv' && body?.includes('TOUCHSTONE=') === true,
  })
  const { outcome, before, after } = await fuzzing(written)
  expect(outcome.interrupted).toBe(true)
  expect(after).toBe(before)
})

describe('a text that is shown again', () => {
  it.each([
    ['env', 'A=1\nB="x" #y=z', 'B="x" #y=z\nA=1', true],
    ['env', 'A=1 \'2\' "3"', 'A="1 \'2\' \\"3\\""', true],
    ['env', 'A=1 #2', 'A=1', false],
    ['env', 'A=1=2', 'A=1', false],
    ['proxyConfig', '# a "b"\nc: 1', '# a b\nc: 1', false],
    ['proxyConfig', '# a\nc: 1\n', '# a\r\nc: 1', true],
  ])('tells of %s whether %j is shown again as %j: %j', (field, written, shown, alike) => {
    expect(isAlike(field, written, shown)).toBe(alike)
  })
})
