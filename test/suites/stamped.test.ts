import { expect, it } from 'vitest'
import { outcomeOf } from '../judged.ts'
import { runOn, TOKEN } from './standing.ts'

const undecided = ['inconclusive', 'fail', 'warn']

it('a page that documents every response is taken for no file of the host', async () => {
  const variants = ['errors/stamped', 'errors/behind-gateway']
  const { results } = await outcomeOf(
    { variants },
    { only: ['settings.updateProxyFile', 'settings.readProxyFile'], fuzz: 0 },
  )
  expect(results.length).toBeGreaterThan(40)
  expect(results.filter(({ verdict }) => undecided.includes(verdict)).map(({ id }) => id)).toEqual([])
})

it('a time that stands around every response, and moves between two looks, is no effect of a refused request', async () => {
  let refused = 0
  const { results } = await runOn({
    async between(request, next) {
      if (!request.headers.get('authorization')?.includes(TOKEN)) refused += 1
      const response = await next(request)
      if (!response.ok) return response
      const body = { result: (await response.json()) as unknown, time: `after ${refused} refusals` }
      return new Response(JSON.stringify(body), { status: response.status, headers: response.headers })
    },
    options: { only: ['sqla.start auth/no-effect', 'kvstore.stop auth/no-effect'] },
  })
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass'])
})
