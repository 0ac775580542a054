import { describe, expect, it } from 'vitest'
import type { Permission, RunOptions } from '../../schemas/target.ts'
import { BURST } from '../../suites/evidence/burst.ts'
import { errorAnswer, left, run, standing, type Stand, type Standing } from './standing.ts'

/** Stops a run at its so-many-th exchange. */
async function stoppedAt(
  at: number,
  options: Partial<RunOptions>,
): Promise<Standing & { reported: number; requests: number }> {
  const server = await standing({ options })
  let count = 0
  const outcome = await run(server, { exchange: (_, session) => ++count === at && session.interrupt() })
  return { ...server, reported: outcome.leftovers.length, requests: outcome.requests }
}

const everyNth = (from: number, to: number, step: number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, at) => from + at * step)

/** A kind under a project, one under another record, and one under nothing. */
const kinds = ['sqla', 'mounts', 'registry', 'compose']

describe('after a run nothing of it is left', () => {
  it.each<{ allow: readonly Permission[] }>([
    { allow: [] },
    { allow: ['deploy'] },
    { allow: ['deploy', 'host', 'destructive'] },
  ])('with $allow allowed', async ({ allow }) => {
    const { store, options } = await standing({ options: { allow } })
    const { leftovers } = await run({ options })
    expect([left(store), leftovers]).toEqual([[], []])
  })

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
    ['a create that is open to all', { faults: ['auth/open-sqlb.create'] }],
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
      between: (request, next) => (request.url.endsWith('/sqla.remove') ? errorAnswer(500, 'BROKEN') : next(request)),
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
      options: { only: ['sqla.one'], timeoutMs: 300 },
      between: async (request, next) => {
        const answer = await next(request)
        return request.url.endsWith('/sqla.create') ? new Promise<Response>(() => undefined) : answer
      },
    })
    const { leftovers } = await run({ options })
    const names = new Set(leftovers.map(({ name }) => name))
    expect(left(store).filter((one) => !names.has(one.split(' ')[2] ?? ''))).toEqual([])
  })

  // An error to the read that follows a refused delete does not say that it is gone.
  it.each([401, 429])('where from some time on everything answers %i', async (status) => {
    let count = 0
    const { store, options } = await standing({
      options: { settleMs: 0, only: ['sqla.update', 'port.one'] },
      between: (request, next) => (++count > 80 ? errorAnswer(status, 'BUSY', { 'retry-after': '60' }) : next(request)),
    })
    const { leftovers } = await run({ options })
    expect(left(store).length).toBeGreaterThan(0)
    expect(leftovers.length).toBeGreaterThanOrEqual(left(store).length)
  })
})

/** Once its three records are made, this selection makes no more. */
const quiet = { only: ['sqla.one', 'sqla.update', 'sqla.saveEnvironment'] }

describe('after an interruption nothing is left, or it is told', () => {
  it.each(everyNth(60, 130, 10))('after %i exchanges of a run that makes little', async (at) => {
    const { store, reported } = await stoppedAt(at, quiet)
    expect([left(store), reported]).toEqual([[], 0])
  })

  // Also between a create's answer and the read that confirms it.
  it('whenever it comes', async () => {
    const untold: string[] = []
    for (const at of everyNth(44, 130, 2)) {
      const { store, reported, die } = await stoppedAt(at, { only: ['sqla.create', 'port.create'] })
      if (left(store).length > reported) untold.push(`${at}: ${left(store).length} left, ${reported} told`)
      die()
    }
    expect(untold).toEqual([])
  })

  it('and hardly anything more is sent than what cleans up', async () => {
    const { requests } = await stoppedAt(70, quiet)
    expect(requests).toBeLessThanOrEqual(70 + 8 + 6)
  })

  // Finds of creates that overlap leave `insist` switched on: the lane then obeys neither a stop nor a limit.
  it.each([120, 200, 300])('and hardly anything more is sent after %i exchanges of one kind', async (at) => {
    const { requests } = await stoppedAt(at, { only: ['sqla'] })
    // Many made at once, where it is stopped among them, are each found and deleted.
    expect(requests).toBeLessThanOrEqual(at + 8 + 20 + 2 * BURST)
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
    const untold: string[] = []
    for (const maxRequests of everyNth(44, 90, 2)) {
      const { store, options, die } = await standing({ options: { maxRequests } })
      const { leftovers } = await run({ options })
      if (left(store).length > leftovers.length) untold.push(`${maxRequests}: ${left(store).length} left`)
      die()
    }
    expect(untold).toEqual([])
  })

  // As above.
  it('and it stops a lane that makes much', async () => {
    const { options } = await standing({ options: { only: ['sqla'], maxRequests: 200 } })
    const { requests, noVerdict } = await run({ options })
    expect([noVerdict === null, requests < 230]).toEqual([false, true])
  })
})
