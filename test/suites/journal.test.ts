import { expect, it } from 'vitest'
import type { Entry } from '../../fixtures/journal.ts'
import { run, standing, TOKEN, type Stand } from './standing.ts'

/** Judges a server; sees each request before it is carried out, with what the journal held when it arrived. */
async function journalled(
  stand: Stand,
  see: (path: string, body: string, held: readonly Entry[], right: boolean) => void,
) {
  const entries: Entry[] = []
  const server = await standing({
    ...stand,
    between: async (request, next) => {
      const held = [...entries]
      const body = request.method === 'POST' ? await request.clone().text() : ''
      see(new URL(request.url).pathname, body, held, request.headers.get('authorization') === `Bearer ${TOKEN}`)
      return next(request)
    },
  })
  await run(server, { journal: { write: (entry) => entries.push(entry) } })
  return { entries, store: server.store }
}

const only = ['sqla', 'port', 'settings']

it('each create has its line in the journal before it goes out, refused or not', async () => {
  const early: string[] = []
  let arrived = 0
  await journalled({ options: { only } }, (path, _body, held) => {
    if (path !== '/sqla.create') return
    arrived++
    if (held.filter(({ event, kind }) => event === 'create' && kind === 'sqla').length < arrived) early.push(path)
  })
  expect([early, arrived > 10]).toEqual([[], true])
})

it('each create that carries a name has it in the journal', async () => {
  const early: string[] = []
  await journalled({ options: { only } }, (path, body, held) => {
    // A name may hold a quotation mark; what is no JSON on purpose holds none.
    const quoted = /"name":("ts-(?:[^"\\]|\\.)*")/.exec(body)?.[1]
    if (!path.endsWith('.create') || quoted === undefined) return
    const name: unknown = JSON.parse(quoted)
    if (!held.some((entry) => entry.event === 'create' && entry.name === name)) early.push(`${path} ${quoted}`)
  })
  expect(early).toEqual([])
})

it('each delete with the right token has the identifier in the journal', async () => {
  const early: string[] = []
  let arrived = 0
  await journalled({ options: { only, allow: [] } }, (path, body, held, right) => {
    if (!right || !/\.(?:remove|delete)$/.test(path) || body === '') return
    arrived++
    const known = held.some(({ event, id }) => event === 'delete' && id !== undefined && body.includes(id))
    if (!known) early.push(`${path} ${body}`)
  })
  expect([early, arrived > 3]).toEqual([[], true])
})

it('each setting has its value in the journal before it is written', async () => {
  const early: string[] = []
  let arrived = 0
  const { entries } = await journalled({ options: { only } }, (path, _body, held) => {
    if (path !== '/settings.updateProxyConfig') return
    arrived++
    const known = held.some(
      ({ event, name, before }) => event === 'write' && path.endsWith(name) && before !== undefined,
    )
    if (!known) early.push(path)
  })
  expect([early, arrived > 3]).toEqual([[], true])
  expect(entries.find(({ name }) => name === 'settings.updateProxyConfig')?.before).toEqual({
    proxyConfig: 'entryPoints:\n  web:\n    address: ":80"\n',
  })
})

it('what was made and deleted is closed again', async () => {
  const { entries } = await journalled({ options: { only: ['sqla'] } }, () => undefined)
  const idsOf = (event: string) => new Set(entries.flatMap((entry) => (entry.event === event ? [entry.id] : [])))
  expect(idsOf('created').size).toBeGreaterThan(3)
  expect(idsOf('deleted')).toEqual(idsOf('created'))
})
