import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { planned } from '../../../suites/run/plan.ts'
import { BURST, BURST_REQUESTS, namesShown } from '../../../suites/evidence/burst.ts'
import { responseOf, exchangeOf } from '../exchanges.ts'
import { inBurst } from '../moments.ts'
import { errorResponse, ids, left, run, runOn, standing } from '../standing.ts'

const only = (operation: string) => ({ only: [`${operation} burst`] })
const verdicts = async (running: ReturnType<typeof runOn>) =>
  (await running).results.map(({ check, verdict }) => `${check} ${verdict}`)

/** Far more than it takes until all creates of a burst are under way; one that is sent alone waits in vain. */
const TURNS = 1000
/** So long each request is held, that others meet it. */
const HELD = 50

const allPass = [
  'burst/distinct pass',
  'burst/kept pass',
  'burst/own-answer pass',
  'burst/refused pass',
  'burst/gone pass',
  'burst/values pass',
  'burst/letters pass',
  'burst/answered pass',
]

describe('a burst', () => {
  it.each(['application.create', 'port.create', 'mounts.create', 'registry.create', 'colstore.create'])(
    'of %s makes many, reads them while all are alive, and leaves nothing',
    async (operation) => {
      const server = await standing({ options: only(operation) })
      const seen: Exchange[] = []
      const outcome = await run(server, { exchange: (one) => seen.push(one) })
      expect(outcome.results.map(({ check, verdict }) => `${check} ${verdict}`)).toEqual(
        // The create of a port lists numbers alone.
        operation === 'port.create' ? allPass.filter((one) => one !== 'burst/letters pass') : allPass,
      )
      expect(left(server.store)).toEqual([])
      const creates = seen.filter((one) => one.operation === operation)
      expect(creates.length).toBeGreaterThanOrEqual(BURST + 1)
      const bodies = creates.map(({ body }) => body)
      expect(new Set(bodies).size).toBe(bodies.length)
    },
  )

  it.each<[width: number, concurrency: number, limit: { burst?: number }]>([
    [24, 3, {}],
    [3, 3, { burst: 3 }],
    [7, 3, { burst: 7 }],
    [4, 8, { burst: 4 }],
  ])(
    'has up to %i requests of a burst under way at concurrency %i and with this limit of bursts: %j',
    async (width, concurrency, limit) => {
      const together = Math.min(width, BURST)
      const underWay = { creates: 0, all: 0 }
      const most = { creates: 0, all: 0 }
      const between: NonNullable<Parameters<typeof standing>[0]>['between'] = async (request, next) => {
        const isCreate = request.url.endsWith('/sqla.create')
        most.all = Math.max(most.all, ++underWay.all)
        if (isCreate) most.creates = Math.max(most.creates, ++underWay.creates)
        // Creates wait for each other by turns of the event loop: client and server share it, however busy the machine is.
        for (let turns = 0; isCreate && most.creates < together && turns < TURNS; turns++) await turn()
        for (let turns = 0; turns < HELD; turns++) await turn()
        underWay.all--
        if (isCreate) underWay.creates--
        return next(request)
      }
      const options = { ...only('sqla.create'), concurrency, ...limit }
      expect(await verdicts(runOn({ between, options }))).toEqual(allPass)
      expect(most.creates).toBe(together)
      expect(most.all).toBeLessThanOrEqual(
        limit.burst === undefined ? width + concurrency : Math.max(width, concurrency),
      )
    },
  )

  it('reads none before all creates were answered', async () => {
    const server = await standing({ options: only('sqla.create') })
    const seen: Exchange[] = []
    await run(server, { exchange: (one) => seen.push(one) })
    const creates = seen.filter(({ operation }) => operation === 'sqla.create').slice(-BURST)
    const made = creates.map(({ response }) =>
      response?.json.ok ? (response.json.value as { sqlaId: string }).sqlaId : '',
    )
    const last = Math.max(...creates.map((one) => seen.indexOf(one)))
    const reads = seen.filter(({ operation, path }) => operation === 'sqla.one' && made.some((id) => path.endsWith(id)))
    // Each is read while all are alive, and again when it was deleted. No more is created, since identifiers are drawn here.
    expect(reads).toHaveLength(2 * BURST)
    expect(Math.min(...reads.map((one) => seen.indexOf(one)))).toBeGreaterThan(last)
  })

  it('is left out where creates answer without what they made', async () => {
    const server = await standing({
      variants: ['creates/true'],
      target: { lookup: {} },
      options: only('sqla.create'),
    })
    const outcome = await run(server)
    expect(new Set(outcome.results.map(({ verdict }) => verdict))).toEqual(new Set(['inconclusive']))
    expect(outcome.results[0]?.supply).toContain('lookup.sqla.path')
    expect(outcome.leftovers).toHaveLength(1)
    expect(left(server.store)).toHaveLength(1)
  })

  it('judges what a quota lets it make', async () => {
    expect(await verdicts(runOn({ variants: ['limits/quota'], options: only('sqla.create') }))).toEqual(allPass)
  })

  it('can tell nothing of records where none of many is made', async () => {
    let creates = 0
    const outcome = await runOn({
      between: (request, next) =>
        new URL(request.url).pathname === '/sqla.create' && ++creates > 3
          ? errorResponse(403, 'QUOTA_EXCEEDED')
          : next(request),
      options: only('sqla.create'),
    })
    expect(outcome.results.map(({ check, verdict }) => `${check} ${verdict}`)).toEqual([
      'burst/distinct inconclusive',
      'burst/kept inconclusive',
      'burst/own-answer inconclusive',
      'burst/refused pass',
      'burst/gone inconclusive',
      'burst/values inconclusive',
      'burst/letters inconclusive',
      // No refusal is a server error.
      'burst/answered pass',
    ])
  })

  it('leaves nothing where the run is stopped in a burst', async () => {
    const server = await standing({ options: only('sqla.create') })
    const { interrupted } = await run(server, { stopAt: inBurst })
    expect([interrupted, left(server.store)]).toEqual([true, []])
  })

  it('is in the plan, in a row of its own', async () => {
    const { options } = await standing({ options: { only: ['sqla', 'sqlb'] } })
    expect(planned(options).find(({ operation }) => operation === '(bursts)')?.requests).toBe(2 * BURST_REQUESTS)
    expect(BURST_REQUESTS).toBe(66)
  })
})

describe('names in a response', () => {
  const showing = (value: unknown) => exchangeOf(responseOf({ body: value }))

  it('are told from names that begin alike', () => {
    expect(namesShown(showing({ name: 'ts-a-12' }), ['ts-a-1', 'ts-a-12'])).toEqual(['ts-a-12'])
  })
  it('may be numbers, that stand alone', () => {
    expect(namesShown(showing({ publishedPort: 20_001 }), ['20001', '2000'])).toEqual(['20001'])
  })
  it('may be paths, and may have something after them', () => {
    expect(namesShown(showing({ mountPath: '/ts-a-1-x' }), ['/ts-a-1', ''])).toEqual(['/ts-a-1'])
  })
})

it('no check of a burst accuses a target that shows few fields', async () => {
  const outcome = await runOn({ variants: ['reads/few-fields'], options: { only: ['burst'] } })
  expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
})
