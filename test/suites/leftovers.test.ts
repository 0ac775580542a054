import { describe, expect, it } from 'vitest'
import type { RunOptions } from '../../schemas/target.ts'
import { BURST } from '../../suites/evidence/burst.ts'
import { afterUpdate, inBurst, ofRecords, type Moment } from './moments.ts'
import { errorResponse, left, run, standing, TOKEN, type Stand } from './standing.ts'

/** Stops a run at a moment; `more`: how many requests were answered after it. */
async function stoppedAt(moment: Moment, options: Partial<RunOptions>) {
  const server = await standing({ options })
  let more = -1
  const stopAt: Moment = () => {
    const watch = moment()
    const stopped = (come: boolean | undefined) => {
      if (come === true && more < 0) more = 0
      return come === true
    }
    return {
      entry: (entry) => stopped(watch.entry?.(entry)),
      exchange(exchange) {
        if (more >= 0) more += 1
        return stopped(watch.exchange?.(exchange))
      },
    }
  }
  const { leftovers, interrupted } = await run(server, { stopAt })
  // A moment that never came is no test.
  expect(interrupted).toBe(true)
  return { store: server.store, reported: leftovers.length, more }
}

const everyNth = (from: number, to: number, step: number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, at) => from + at * step)

/** A kind under a project, one under another record, and one under nothing. */
const kinds = ['sqla', 'mounts', 'registry', 'compose']

// Of the sound server, allowed.test.ts says so.
describe('after a run nothing of it is left', () => {
  it.each<[string, Stand]>([
    [
      'creates that answer nothing but the identifier',
      { variants: ['creates/identifier-only'], options: { only: kinds } },
    ],
    ['creates that answer 201', { variants: ['creates/201'], options: { only: kinds } }],
    ['writes that are seen later', { variants: ['writes/seen-later'], options: { only: ['sqla.create', 'port'] } }],
    ['deletes that answer what they deleted', { variants: ['deletes/record'], options: { only: kinds } }],
    ['reads of nothing that answer null', { variants: ['reads/null-for-missing'], options: { only: kinds } }],
    ['identifiers that have to be encoded', { variants: ['ids/reserved'], options: { only: kinds } }],
    ['bodies taken whatever they lack', { variants: ['writes/lenient'], options: { only: kinds } }],
    ['errors that have the status 200', { variants: ['errors/all-200'], options: { only: kinds } }],
    ['a create that is open to all', { faults: ['auth/open-sqlb.create'], options: { only: ['sqlb', 'sqla'] } }],
    [
      'a create that works although it is refused',
      { faults: ['auth/effect-of-create'], options: { only: ['sqla', 'port'] } },
    ],
    ['every token let in', { faults: ['auth/any-token'], options: { only: ['*.create'] } }],
    ['--bail', { faults: ['auth/open-sqlb.create'], options: { bail: true } }],
  ])('on a server with %s', async (_what, stand) => {
    const { store, options } = await standing({ ...stand, options: { settleMs: 300, ...stand.options } })
    const { leftovers } = await run({ options })
    expect([left(store), leftovers]).toEqual([[], []])
  })
})

describe('what is left is told', () => {
  it('where deletes answer errors', async () => {
    const { store, options } = await standing({
      options: { only: ['sqla'] },
      between: (request, next) => (request.url.endsWith('/sqla.remove') ? errorResponse(500, 'BROKEN') : next(request)),
    })
    const { leftovers } = await run({ options })
    expect(new Set(leftovers.map(({ id }) => id))).toEqual(new Set(left(store).map((one) => one.split(' ')[1])))
    expect(leftovers[0]).toMatchObject({
      kind: 'sqla',
      name: expect.stringMatching(/^ts-/),
      why: expect.stringMatching(/\w/),
    })
  })

  it('where a create was never answered, by its unique name', async () => {
    const { store, options } = await standing({
      options: { only: ['sqla.one'], timeoutMs: 1000 },
      between: async (request, next) => {
        const response = await next(request)
        return request.url.endsWith('/sqla.create') ? new Promise<Response>(() => undefined) : response
      },
    })
    const { leftovers } = await run({ options })
    const names = new Set(leftovers.map(({ name }) => name))
    expect(left(store).filter((one) => !names.has(one.split(' ')[2] ?? ''))).toEqual([])
  })

  // A server that reads no body of what it refuses closes the connection.
  it.each([
    ['port', 'its application shows none', 'port.create'],
    ['registry', 'a list shows none', 'registry.create'],
  ])('but not a %s whose create with a bad token was never answered, and %s', async (kind, _, only) => {
    const { options } = await standing({
      target: { lookup: {} },
      options: { only: [only, 'sqla.create'], skip: ['fuzz/*', 'burst/*'], timeoutMs: 1000 },
      between: (request, next) =>
        request.url.endsWith('.create') && request.headers.get('authorization') !== `Bearer ${TOKEN}`
          ? new Promise<Response>(() => undefined)
          : next(request),
    })
    const { leftovers } = await run({ options })
    expect(leftovers.filter((one) => one.kind === kind)).toEqual([])
    // Nothing lists these: so they are told.
    expect(leftovers.find((one) => one.kind === 'sqla')?.why).toContain('bad credential')
  })

  // An error to the read that follows a refused delete does not say that it is gone.
  it.each([401, 429])('where everything answers %i once a record was updated', async (status) => {
    let busy = false
    const { store, options } = await standing({
      options: { settleMs: 0, only: ['sqla.update', 'port.one'] },
      between: (request, next) => (busy ? errorResponse(status, 'BUSY', { 'retry-after': '60' }) : next(request)),
    })
    const { leftovers } = await run({ options }, { upon: { at: afterUpdate, act: () => (busy = true) } })
    expect(left(store).length).toBeGreaterThan(0)
    expect(leftovers.length).toBeGreaterThanOrEqual(left(store).length)
  })
})

const quiet = { only: ['sqla.one', 'sqla.update', 'sqla.saveEnvironment'] }

describe('after a run that is stopped nothing is left, or it is told', () => {
  const moments = Object.entries(ofRecords)

  it.each(moments)(
    '%s, where little is made, and hardly anything more is sent than what cleans up',
    async (_, moment) => {
      const { store, reported, more } = await stoppedAt(moment, quiet)
      expect([left(store), reported]).toEqual([[], 0])
      expect(more).toBeLessThanOrEqual(8 + 6)
    },
  )

  it.each([...moments, ['in a burst', inBurst] as const])('%s, where much is made', async (_, moment) => {
    const { store, reported } = await stoppedAt(moment, { only: ['sqla.create', 'port.create'] })
    expect(left(store).length).toBeLessThanOrEqual(reported)
  })

  // Many made at once are each found and deleted, and the lane obeys the stop.
  it('in a burst, and hardly anything more is sent than what finds and deletes its records', async () => {
    const { more } = await stoppedAt(inBurst, { only: ['sqla'] })
    expect(more).toBeLessThanOrEqual(8 + 20 + 2 * BURST)
  })
})

describe('after the limit of requests nothing is left, or it is told', () => {
  it.each(everyNth(60, 130, 20))('of %i in a run that makes little', async (maxRequests) => {
    const { store, options } = await standing({ options: { ...quiet, maxRequests } })
    const { leftovers, noVerdict } = await run({ options })
    expect(noVerdict).toContain(`The limit of ${maxRequests} requests is reached`)
    expect([left(store), leftovers]).toEqual([[], []])
  })

  it('whatever it is', async () => {
    const undecided: string[] = []
    for (const maxRequests of everyNth(44, 90, 6)) {
      const { store, options, die } = await standing({ options: { maxRequests } })
      const { leftovers } = await run({ options })
      if (left(store).length > leftovers.length) undecided.push(`${maxRequests}: ${left(store).length} left`)
      die()
    }
    expect(undecided).toEqual([])
  })

  // The burst is over by then: what it made is found one by one, whatever the limit.
  it('and it stops a lane that makes much', async () => {
    const { options } = await standing({ options: { only: ['sqla'], maxRequests: 240 } })
    const { requests, noVerdict } = await run({ options })
    expect([noVerdict === null, requests < 250]).toEqual([false, true])
  })
})
