import { expect, it, vi } from 'vitest'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { operation } from '../../../schemas/registry.ts'
import { Lasting } from '../../../suites/scene/lasting.ts'
import type { SceneRecord } from '../../../suites/scene/made.ts'
import { responseOf, error, exchangeOf, profileWith } from '../exchanges.ts'

const references = { sqlaId: 'a1' }
const there = exchangeOf(responseOf({ body: { sqlaId: 'a1', name: 'one' } }))
const unknown = exchangeOf(error(404, 'NOT_FOUND'))
const refused = exchangeOf(error(401, 'UNAUTHORIZED'), { credential: 'no-header' })
const profile = profileWith({ unknownIds: [unknown] })
const record: SceneRecord = {
  kind: 'sqla',
  name: 'one',
  id: 'a1',
  references,
  made: exchangeOf(responseOf({ body: {} }), { asked: { body: { name: 'one', projectId: 'p1' } } }),
  shown: there,
  written: new Map(),
  alive: true,
}

/** What is said of the record after these reads, with what happened before the last of them. */
function gone(reads: readonly Exchange[], before: (lasting: Lasting) => void = () => undefined): number {
  const lasting = new Lasting(400)
  for (const [at, exchange] of reads.entries()) {
    if (at === reads.length - 1) before(lasting)
    lasting.read(operation('sqla.one'), references, exchange, profile)
  }
  return lasting.gone([record]).length
}

it('tells a record that a read has shown and a later one does not know', () => {
  expect(gone([there, unknown])).toBe(1)
})

it('tells nothing of a record that no read had shown, or that is shown again', () => {
  expect([gone([unknown]), gone([there, unknown, there])]).toEqual([0, 0])
})

it('tells nothing where the read is refused, or the target is busy', () => {
  const busy = exchangeOf(error(503, 'BUSY'))
  expect([gone([there, exchangeOf(error(401, 'UNAUTHORIZED'))]), gone([there, busy])]).toEqual([0, 0])
})

it.each([
  ['taken', exchangeOf(responseOf({ body: {} }))],
  ['refused for lack of auth', refused],
  ['never answered', exchangeOf(null)],
])('tells nothing of a record that a delete has named which was %s', (_, exchange) => {
  expect(gone([there, unknown], (lasting) => lasting.aim('sqla', ['a1'])(exchange, profile))).toBe(0)
})

it('tells nothing while a delete of it is under way', () => {
  expect(gone([there, unknown], (lasting) => void lasting.aim('sqla', ['a1']))).toBe(0)
})

it('tells a record that its own delete does not know either', () => {
  expect(gone([there, unknown], (lasting) => lasting.aim('sqla', ['a1'])(unknown, profile))).toBe(1)
})

it('tells nothing of what stands under a record that was deleted', () => {
  expect(gone([there, unknown], (lasting) => lasting.aim('sqla', ['p1'])(refused, profile))).toBe(0)
})

/** What is lost of databases whose reads, so many milliseconds after the one before, are these; `before` comes before the last. */
function lost(
  reads: readonly (readonly [ms: number, Exchange])[],
  before: (lasting: Lasting) => void = () => undefined,
) {
  vi.useFakeTimers()
  try {
    const lasting = new Lasting(400)
    for (const [at, [ms, exchange]] of reads.entries()) {
      if (at === reads.length - 1) before(lasting)
      vi.advanceTimersByTime(ms)
      lasting.read(operation('sqla.one'), references, exchange, profile)
    }
    return lasting.lost('sqla').length
  } finally {
    vi.useRealTimers()
  }
}

/** Missed for as long as a write may take. */
const missed = [
  [0, there],
  [100, unknown],
  [400, unknown],
] as const

it('counts as lost what was missed for as long as a write may take', () => {
  expect([lost(missed), lost(missed.slice(0, 2))]).toEqual([1, 0])
})

it('goes on counting it when its delete does not know it either', () => {
  expect(lost([...missed, [0, unknown]], (lasting) => lasting.aim('sqla', ['a1'])(unknown, profile))).toBe(1)
})

it('does not count as lost what a delete had named, or what a read shows again', () => {
  expect(lost(missed, (lasting) => void lasting.aim('sqla', ['a1']))).toBe(0)
  expect(lost([...missed, [100, there]])).toBe(0)
})

it('knows whether a record was shown before and after some moments', () => {
  vi.useFakeTimers()
  const lasting = new Lasting(400)
  const begin = Date.now()
  for (const _ of [1, 2, 3]) {
    lasting.read(operation('sqla.one'), references, there, profile)
    vi.advanceTimersByTime(100)
  }
  vi.useRealTimers()
  const among = (...moments: number[]) =>
    lasting.hasOutlived(
      'sqla',
      moments.map((ms) => begin + ms),
    )
  expect([among(50, 150), among(50, 250), among(0, 150)]).toEqual([true, false, false])
})

it('names the kinds of which a record was deleted while this one went', () => {
  const lasting = new Lasting(400)
  const read = (exchange: Exchange) => lasting.read(operation('sqla.one'), references, exchange, profile)
  const done = exchangeOf(responseOf({ body: {} }))
  lasting.aim('mount', ['m1'])(done, profile)
  vi.useFakeTimers({ now: Date.now() + 10 })
  try {
    read(there)
    vi.advanceTimersByTime(10)
    for (const [kind, exchange] of [
      ['port', done],
      ['registry', unknown],
      ['sqla', done],
    ] as const)
      lasting.aim(kind, ['x1'])(exchange, profile)
    read(unknown)
  } finally {
    vi.useRealTimers()
  }
  expect(lasting.gone([record]).map(({ meanwhile }) => meanwhile)).toEqual([['port']])
})
