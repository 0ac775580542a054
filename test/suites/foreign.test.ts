import { describe, expect, it } from 'vitest'
import type { Store } from '../../fixtures/reference/store.ts'
import { run, standing } from './standing.ts'

const records = (store: Store) =>
  structuredClone(Object.fromEntries(Object.entries(store.records).map(([kind, table]) => [kind, table.entries()])))

/** The first three of each kind: those that were there before the run. A template's stack without a name may stay. */
const foreign = (store: Store) => Object.values(records(store)).map((entries) => entries.slice(0, 3))

describe('a run leaves alone what others have', () => {
  it('with everything allowed', async () => {
    const { store, options } = await standing({ seeded: 3 })
    const before = records(store)
    expect(Object.values(before).every((one) => one.length === 3)).toBe(true)
    await run({ options })
    expect(records(store)).toEqual(before)
  })

  it.each(['auth/any-token', 'auth/effect-of-delete', 'auth/effect-of-update'])(
    'on a server with the fault %s',
    async (fault) => {
      const { store, options } = await standing({
        seeded: 3,
        faults: [fault],
        options: { settleMs: 0, only: ['sqla', 'port', 'registry', 'compose'] },
      })
      const before = records(store)
      await run({ options })
      expect(records(store)).toEqual(before)
    },
  )

  it.each(['creates/nested', 'creates/true', 'ids/digits', 'deletes/idempotent', 'writes/lenient'])(
    'on a server with the variant %s',
    async (variant) => {
      const { store, options } = await standing({ seeded: 3, variants: [variant] })
      const before = foreign(store)
      await run({ options })
      expect(foreign(store)).toEqual(before)
    },
  )

  it('where creates answer true and nothing lists what they made', async () => {
    const { store, options } = await standing({
      seeded: 3,
      variants: ['creates/true'],
      target: { lookup: {} },
      options: { settleMs: 300 },
    })
    const before = foreign(store)
    await run({ options })
    expect(foreign(store)).toEqual(before)
  })
})

describe('a run leaves alone what it may not spend', () => {
  it('the token’s own user, the manager, and the containers that others use', async () => {
    const { store, options } = await standing()
    const { userId, nodeId, containerId } = store.seeds
    const kept = () =>
      structuredClone([store.users.get(userId), store.nodes.get(nodeId), store.containers.get(containerId)])
    const before = kept()
    await run({ options })
    expect(kept()).toEqual(before)
  })

  it('everybody, where the target file says nothing of them', async () => {
    const { store, options } = await standing({ target: { expendable: {}, identifiers: {} } })
    // cleanStoppedContainers removes what is stopped: that is what it is allowed for.
    const running = () => store.containers.entries().filter(([, { state }]) => state === 'running')
    const kept = () => structuredClone([store.users.entries(), store.nodes.entries(), running()])
    const before = kept()
    await run({ options })
    expect(kept()).toEqual(before)
  })
})
