/** A setting that the write of another one changes: that one is told, and none that was written beside it. */
import { expect, it } from 'vitest'
import { runOn, TOKEN } from './standing.ts'

const MIDDLEWARE = 'settings.updateMiddlewareProxyConfig'
const WEB_SERVER = 'settings.updateWebServerProxyConfig'

it('warns of the write that alone changes a third setting, and is unsure of its neighbour', async () => {
  const { results } = await runOn({
    // Whatever is written to the one is written to the other, too.
    between: async (request, next) => {
      const copy = request.url.includes(MIDDLEWARE) ? request.clone() : null
      const response = await next(request)
      if (!copy || !response.ok) return response
      const { method, headers } = copy
      const other = new Request(copy.url.replace(MIDDLEWARE, WEB_SERVER), { method, headers, body: await copy.text() })
      await next(other)
      return response
    },
    token: TOKEN,
    options: { only: ['settings.*Config settings/others'], allow: ['host'], settleMs: 200 },
  })
  const told = results.filter(({ check, verdict }) => check === 'settings/others' && verdict !== 'pass')
  expect(told.map(({ operation, verdict }) => `${operation} ${verdict}`)).toEqual([
    'settings.updateProxyConfig inconclusive',
    `${MIDDLEWARE} warn`,
  ])
})
