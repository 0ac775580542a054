/** Payloads that draw no answer: a time that ran out is no answer of the right shape. */
import { expect, it } from 'vitest'
import { run, standing } from '../standing.ts'

const never = () => new Promise<Response>(() => undefined)

it.each([
  ['any request', () => true],
  ['a long text', (word: string | null) => word !== null && word.length > 200],
])('fuzz/answered is no pass where %s is never answered', async (_what, isHung) => {
  const stand = await standing({
    between(request, next) {
      const { pathname, searchParams } = new URL(request.url)
      const hangs = pathname === '/engine.getContainersByAppNameMatch' && isHung(searchParams.get('appName'))
      return hangs ? never() : next(request)
    },
    options: { only: ['engine.getContainersByAppNameMatch'], fuzz: 1, timeoutMs: 200, settleMs: 0 },
  })
  const { results } = await run(stand)
  expect(results.find(({ check }) => check === 'fuzz/answered')).toMatchObject({ verdict: 'inconclusive' })
})
