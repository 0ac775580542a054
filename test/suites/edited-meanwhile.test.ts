/** Somebody else edits a configuration of the host while the run writes another one. */
import { expect, it } from 'vitest'
import { ids, run, standing, type Between } from './standing.ts'

const only = ['settings.updateProxyConfig settings/*']
const others = 'settings.updateProxyConfig settings/others'
const OTHER = 'web-server-proxy-config'

/** After the first write of a text of the run's own, another configuration shows this. */
async function edited(text: (before: string, written: string) => string) {
  let isEdited = false
  const between: Between = async (request, next) => {
    const isWrite = request.url.endsWith('/settings.updateProxyConfig')
    const body = isWrite ? await request.clone().text() : ''
    const response = await next(request)
    if (response.ok && body.includes('ts-') && !isEdited) {
      isEdited = true
      const { proxyConfig } = JSON.parse(body)
      server.store.settings.set(OTHER, text(String(server.store.settings.get(OTHER)), String(proxyConfig)))
    }
    return response
  }
  const server = await standing({ between, options: { only, fuzz: 0, settleMs: 300 } })
  const before = server.store.settings.get(OTHER)
  const outcome = await run(server)
  expect(isEdited).toBe(true)
  return { outcome, before, after: server.store.settings.get(OTHER) }
}

it('keeps what somebody else wrote, accuses nobody, and tells of it', async () => {
  const { outcome, after } = await edited((before) => `${before}# by hand\n`)
  expect(after).toMatch(/# by hand\n$/)
  expect(ids(outcome, 'inconclusive')).toContain(others)
  expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  expect(outcome.leftovers).toMatchObject([
    { name: 'settings.updateWebServerProxyConfig', why: expect.stringContaining('somebody else may have changed it') },
  ])
})

it.each([
  ['holds what the run wrote', (_: string, written: string) => written],
  ['is cut', (before: string) => before.slice(0, 4)],
  ['is emptied', () => ''],
])('puts back a configuration that %s', async (_, text) => {
  const { outcome, before, after } = await edited(text)
  expect(after).toBe(before)
  expect(outcome.leftovers).toEqual([])
})
