/** An environment is fuzzed where the target file gives one, and judged where it is shown as the text that was sent. */
import { expect, test } from 'vitest'
import { planOf } from '../../../suites/run/plan.ts'
import { run, standing } from '../standing.ts'

const id = 'kvstore.saveEnvironment'
const only = [`${id} fuzz/shown`]

/** What `fuzz/shown` says of a target that keeps this of an environment. */
async function judged(keeps: (env: string) => string) {
  const sent: string[] = []
  const { options } = await standing({
    options: { only, fuzz: 5, settleMs: 60 },
    between: async (request, next) => {
      if (!request.url.endsWith(id)) return next(request)
      const body = (await request.json()) as Record<string, unknown>
      const env = String(body['env'])
      sent.push(env)
      const { url, headers, method } = request
      return next(new Request(url, { headers, method, body: JSON.stringify({ ...body, env: keeps(env) }) }))
    },
  })
  const target = { ...options.target, sample: { [id]: { env: 'A=b' } } }
  const { results, leftovers } = await run({ options: { ...options, target } })
  expect(leftovers).toEqual([])
  return { results, sent }
}

test('one that is shown as it was sent passes, odd in a line of its own, and empty once', async () => {
  const { results, sent } = await judged((env) => env)
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass'])
  expect(sent.length).toBeGreaterThan(15)
  expect(sent.filter((env) => env === '')).toHaveLength(1)
  for (const env of sent.filter((one) => one !== '')) expect(env).toMatch(/^TOUCHSTONE=[^\n]+\n# touchstone\nA=b$/)
})

test('one of which something is lost is a warning', async () => {
  const { results } = await judged((env) => env.replaceAll('&', ''))
  expect(results.map(({ verdict, message }) => `${verdict} ${message}`)).toEqual([
    expect.stringMatching(/^warn .*env is .*, and was sent as .*&/),
  ])
})

test('of one that is read and written anew nothing can be said', async () => {
  const { results } = await judged((env) => env.replaceAll(/^#.*\n/gm, '').replaceAll(/ #.*/g, ''))
  expect(results.map(({ verdict }) => verdict)).toEqual(['inconclusive'])
})

test('where none is given, and where it is no text of variables, it is not asked', async () => {
  const { options } = await standing({ options: { fuzz: 5, only: ['kvstore.* fuzz/shown'] } })
  const asked = (sample: (typeof options)['target']['sample']) =>
    planOf({ ...options, target: { ...options.target, sample } }).some(({ operation }) => operation.id === id)
  expect(asked({})).toBe(false)
  expect(asked({ [id]: { env: '{"A":"b"}' } })).toBe(false)
  expect(asked({ [id]: { env: 'A=b' } })).toBe(true)
})
