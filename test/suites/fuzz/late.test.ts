/** Payloads that draw no response: a time that ran out is no response of the right shape. */
import { expect, it } from 'vitest'
import { run, standing } from '../standing.ts'

const OPERATION = 'engine.getContainersByAppNameMatch'

it('fuzz/answered is no pass where long texts are never answered', async () => {
  const stand = await standing({
    between(request, next) {
      const { pathname, searchParams } = new URL(request.url)
      const isHung = pathname === `/${OPERATION}` && (searchParams.get('appName') ?? '').length > 200
      return isHung ? new Promise<Response>(() => undefined) : next(request)
    },
    options: { only: [`${OPERATION} fuzz/answered`], fuzz: 1, timeoutMs: 1000, settleMs: 0 },
  })
  const { results } = await run(stand)
  expect(results.find(({ check }) => check === 'fuzz/answered')).toMatchObject({
    verdict: 'inconclusive',
    message: expect.stringContaining('no response in time'),
  })
})
