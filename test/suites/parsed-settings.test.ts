/** Settings that a read shows parsed: one text of a configuration is not the whole of it (docs/judgement.md, rule 13). */
import { expect, it } from 'vitest'
import { run, standing, type Between } from './standing.ts'

const parsedBy =
  (operation: string, parse: (text: string) => unknown): Between =>
  async (request, next) => {
    const response = await next(request)
    if (!request.url.includes(operation) || !response.ok) return response
    return Response.json(parse(String(await response.json())))
  }

const address = (text: string) => /address: "?([^"\n]*)/.exec(text)?.[1]

const shown: readonly (readonly [string, string, Between])[] = [
  [
    'proxy-config',
    'settings.*ProxyConfig',
    parsedBy('/settings.readProxyConfig', (text) => ({ entryPoints: { web: { address: address(text) } } })),
  ],
  [
    'proxy-env',
    'settings.*ProxyEnv',
    parsedBy('/settings.readProxyEnv', (text) =>
      Object.fromEntries(text.split('\n').flatMap((line) => (line.includes('=') ? [line.split('=')] : []))),
    ),
  ],
]

it.each(shown)('writes nothing over %s, of which a read shows one value alone', async (setting, only, between) => {
  const stand = await standing({ between, options: { only: [only], allow: ['host'], skip: ['fuzz/*'] } })
  const before = stand.store.settings.get(setting)
  const { results, leftovers } = await run(stand)
  expect(stand.store.settings.get(setting)).toBe(before)
  expect(leftovers).toEqual([])
  expect(results.filter(({ reason }) => reason?.includes('does not show a value')).length).toBeGreaterThan(0)
  expect(results.filter(({ verdict }) => verdict === 'warn' || verdict === 'fail').map(({ id }) => id)).toEqual([])
})

it('reports a setting that is no longer shown, once its value was written back', async () => {
  let isWritten = false
  const between: Between = async (request, next) => {
    isWritten ||= request.url.includes('/settings.updateProxyConfig') && request.method === 'POST'
    const response = await next(request)
    if (!request.url.includes('/settings.readProxyConfig') || !response.ok) return response
    return isWritten ? Response.json({ first: 1, second: 2 }) : response
  }
  const { leftovers } = await run(
    await standing({ between, options: { only: ['settings.updateProxyConfig'], allow: ['host'], skip: ['fuzz/*'] } }),
  )
  expect(leftovers.map(({ why }) => why).join('\n')).toMatch('no longer shows its value')
})
