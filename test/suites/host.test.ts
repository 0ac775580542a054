import { describe, expect, it } from 'vitest'
import type { Store } from '../../fixtures/reference/store.ts'
import { operation, operations } from '../../schemas/registry.ts'
import { ofWrites, type Moment } from './moments.ts'
import { hostOf } from './seen-of.ts'
import { ids, run, standing } from './standing.ts'

const flags = (operation('admin.assignPermissions').body?.fields ?? []).map(({ name }) => name)
const flagsOf = ({ users, seeds }: Store): unknown => {
  const user = users.get(seeds.expendable.userId)
  return flags.map((name) => [name, user?.[name]])
}
const writes = operations.filter((one) => one.effect === 'host').map(({ id }) => id)

// After a whole run with everything allowed they are as they were: allowed.test.ts.
describe('the host’s settings', () => {
  it('are really changed meanwhile', async () => {
    const { store, options } = await standing({ options: { allow: ['host'], only: ['settings.updateProxyConfig'] } })
    const values = new Set<unknown>()
    await run({ options }, { exchange: () => values.add(store.settings.get('proxy-config')) })
    expect(values.size).toBeGreaterThan(1)
  })

  it.each([
    'auth/effect-of-settings',
    'auth/any-token',
    'errors/no-message',
    'settings/elsewhere',
    'settings/both-toggles',
    'settings/off-along',
    'settings/on-along',
    'settings/truncated',
    'settings/namesake-file',
  ])('are as they were after a run against the fault %s', async (fault) => {
    // This server shows at once what a setting was given: there is nothing to wait for.
    const { store, options } = await standing({ faults: [fault], options: { only: ['settings.*'], settleMs: 200 } })
    const before = hostOf(store)
    await run({ options })
    expect(hostOf(store)).toEqual(before)
  })

  it.each(['writes/trimmed', 'writes/seen-later', 'answers/data', 'answers/data-and-constants', 'answers/volatile'])(
    'are as they were after a run against the variant %s',
    async (variant) => {
      const { store, options } = await standing({ variants: [variant], options: { only: ['settings.*'] } })
      const trim = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll(String.raw`\n"`, '"'))
      const before = hostOf(store)
      await run({ options })
      expect(trim(hostOf(store))).toEqual(trim(before))
    },
  )

  it('are not written at all without the permission', async () => {
    const { options } = await standing({ options: { allow: ['deploy', 'destructive'], only: ['settings.*'] } })
    const sent: (string | null)[] = []
    await run({ options }, { exchange: ({ operation }) => sent.push(operation) })
    expect(sent.filter((id) => writes.some((write) => write === id))).toEqual([])
  })

  it('are left alone where writing back what was read changes it', async () => {
    const { store, options } = await standing({
      options: { only: ['settings.writeProxyEnv'] },
      between: async (request, next) => {
        const response = await next(request)
        if (!request.url.includes('/settings.writeProxyEnv') || response.status !== 200) return response
        store.settings.set('proxy-env', `${String(store.settings.get('proxy-env'))}# again\n`)
        return response
      },
    })
    const outcome = await run({ options })
    expect(ids(outcome, 'fail', 'warn')).toEqual(['settings.writeProxyEnv settings/shown'])
    expect(outcome.results.find(({ check }) => check === 'auth/no-effect')).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('so nothing else is written'),
    })
    expect(outcome.leftovers).toEqual([
      { kind: 'proxy-env', name: 'settings.writeProxyEnv', id: null, why: expect.stringContaining('writing back') },
    ])
  })

  it('are listed where they could not be put back', async () => {
    const values = new Set<unknown>()
    const server = await standing({
      options: { only: ['settings.writeProxyEnv'] },
      between: async (request, next) => {
        if (!request.url.includes('/settings.writeProxyEnv')) return next(request)
        // The first other value is taken, and nothing after it.
        if (values.size > 1) return Response.json({ message: 'read-only now', code: 'LOCKED' }, { status: 409 })
        const response = await next(request)
        if (response.status === 200) values.add(server.store.settings.get('proxy-env'))
        return response
      },
    })
    expect((await run(server)).leftovers).toEqual([
      { kind: 'proxy-env', name: 'settings.writeProxyEnv', id: null, why: expect.stringContaining('written back') },
    ])
  })
})

describe('an expendable user’s permissions', () => {
  it('are as they were after a run', async () => {
    const { store, options } = await standing({ options: { allow: ['host'], only: ['admin.assignPermissions'] } })
    const before = flagsOf(store)
    await run({ options })
    expect(flagsOf(store)).toEqual(before)
  })

  /** A server that takes assignments until so many have changed something, and refuses those after them. */
  const taking = async (most: number) => {
    let changes = 0
    const server = await standing({
      options: { allow: ['host'], only: ['admin.assignPermissions'] },
      between: async (request, next) => {
        if (!request.url.includes('/admin.assignPermissions')) return next(request)
        if (changes >= most) return Response.json({ message: 'read-only now', code: 'LOCKED' }, { status: 409 })
        const before = JSON.stringify(flagsOf(server.store))
        const response = await next(request)
        if (JSON.stringify(flagsOf(server.store)) !== before) changes += 1
        return response
      },
    })
    return server
  }

  it('are not listed where the target takes no assignment at all', async () => {
    expect((await run({ options: (await taking(0)).options })).leftovers).toEqual([])
  })

  it('are listed where they could not be put back', async () => {
    const { options, store } = await taking(1)
    const { userId } = store.seeds.expendable
    expect((await run({ options })).leftovers).toEqual([
      { kind: 'user', name: 'admin.assignPermissions', id: userId, why: expect.stringContaining('assigned again') },
    ])
  })

  it('are as they were after a run against auth/effect-of-permissions', async () => {
    const { store, options } = await standing({
      faults: ['auth/effect-of-permissions'],
      options: { allow: ['host'], only: ['admin.assignPermissions'] },
    })
    const before = flagsOf(store)
    const outcome = await run({ options })
    expect(ids(outcome, 'fail')).toContain('admin.assignPermissions auth/no-effect')
    expect(flagsOf(store)).toEqual(before)
  })
})

/** The host before a run that is stopped, and after it. */
async function aroundStop(moment: Moment, only: string, see: (store: Store) => unknown) {
  const { store, options } = await standing({ options: { allow: ['host'], only: [only] } })
  const before = JSON.stringify(see(store))
  const { interrupted } = await run({ options }, { stopAt: moment })
  expect(interrupted).toBe(true)
  return [before, JSON.stringify(see(store))]
}

it('a toggle that was turned over beside another is as it was after a run that is stopped then', async () => {
  const turnedOver: Moment = () => ({
    exchange: ({ operation: sent, body }) => sent === 'settings.toggleLogRotate' && body?.includes('true') === true,
  })
  const [before, after] = await aroundStop(turnedOver, 'settings.toggleRequests', hostOf)
  expect(after).toBe(before)
})

it('a text that was turned over beside another is as it was after a run that is stopped then', async () => {
  let writes = 0
  // It is written back once before.
  const turnedOver: Moment = () => ({
    exchange: ({ operation: sent }) => sent === 'settings.updateMiddlewareProxyConfig' && ++writes === 2,
  })
  const [before, after] = await aroundStop(turnedOver, 'settings.updateProxyConfig', hostOf)
  expect(writes).toBeGreaterThan(1)
  expect(after).toBe(before)
})

describe.each(Object.entries(ofWrites))('a run that is stopped %s', (_, moment) => {
  it('leaves the setting as it was', async () => {
    const [before, after] = await aroundStop(moment, 'settings.updateProxyConfig', hostOf)
    expect(after).toBe(before)
  })

  it('leaves permissions as they were', async () => {
    const [before, after] = await aroundStop(moment, 'admin.assignPermissions', flagsOf)
    expect(after).toBe(before)
  })
})

describe('an expendable container', () => {
  it('is seen to restart though others are its neighbours in the list by then', async () => {
    let listed = 0
    const { store, options } = await standing({
      options: { allow: ['destructive'], only: ['engine.restartContainer engine/restarted'] },
      between: async (request, next) => {
        const response = await next(request)
        if (!request.url.includes('/engine.getContainers')) return response
        const containerId = `newcomer-${++listed}`
        store.containers.set(containerId, { containerId, name: containerId, state: 'running', restarts: 0 })
        // What was there before stands behind the newcomers from now on.
        const known = store.containers.get(store.seeds.expendable.containerId)
        store.containers.delete(store.seeds.expendable.containerId)
        if (known) store.containers.set(store.seeds.expendable.containerId, known)
        return response
      },
    })
    expect((await run({ options })).results).toMatchObject([{ verdict: 'pass' }])
    expect(listed).toBeGreaterThan(1)
  })
})
