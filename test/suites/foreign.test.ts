import { describe, expect, it } from 'vitest'
import { foreignOf, recordsOf } from './seen-of.ts'
import { run, standing } from './standing.ts'

// A sound server: allowed.test.ts. One whose creates answer true: nothing-shown.test.ts.
describe('a run leaves alone what others have', () => {
  it.each(['auth/any-token', 'auth/effect-of-delete', 'auth/effect-of-update'])(
    'on a server with the fault %s',
    async (fault) => {
      const { store, options } = await standing({
        seeded: 3,
        faults: [fault],
        options: { settleMs: 0, only: ['sqla', 'port', 'registry', 'compose'] },
      })
      const before = recordsOf(store)
      await run({ options })
      expect(recordsOf(store)).toEqual(before)
    },
  )

  it.each([[['creates/nested', 'deletes/idempotent']], [['ids/digits', 'writes/lenient']]])(
    'on a server with the variants %j',
    async (variants) => {
      const { store, options } = await standing({ seeded: 3, variants })
      const before = foreignOf(store)
      await run({ options })
      expect(foreignOf(store)).toEqual(before)
    },
  )
})

describe('a run leaves alone what it may not spend', () => {
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
