import { expect, it } from 'vitest'
import { ids, run, standing } from '../standing.ts'

const only = ['application.updateProxyConfig']

/** What is said of a server that keeps this of each configuration, and shows it within something. */
async function accusedOf(keep: (text: string) => string) {
  const { options } = await standing({
    options: { only, settleMs: 200 },
    between: async (request, next) => {
      if (request.url.includes('/application.updateProxyConfig')) {
        const { url, method, headers } = request
        const text = await request.text()
        // As it stands in JSON: in a body that is none, nothing stands.
        const body = text.replace(
          /"proxyConfig":"((?:[^"\\]|\\.)*)"/,
          (_, config: string) => `"proxyConfig":"${keep(config)}"`,
        )
        return next(new Request(url, { method, headers, body }))
      }
      const response = await next(request)
      const shows = (id: string) => response.status === 200 && request.url.includes(`/${id}?`)
      if (shows('application.readProxyConfig')) return Response.json({ data: { proxyConfig: await response.json() } })
      // No other read shows it.
      return shows('application.one') ? Response.json({ ...(await response.json()), proxyConfig: undefined }) : response
    },
  })
  return ids(await run({ options }), 'fail', 'warn')
}

it('takes a configuration that is shown whole within something', async () => {
  expect(await accusedOf((text) => text)).toEqual([])
})

it('sees that only its first line is left', async () => {
  expect(await accusedOf((text) => text.split('\\n', 1)[0] ?? '')).toContain(
    'application.updateProxyConfig values/shown',
  )
})
