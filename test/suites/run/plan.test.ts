import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../fixtures/errors.ts'
import { operations } from '../../../schemas/registry.ts'
import type { RunOptions } from '../../../schemas/target.ts'
import { livesOn } from '../../../suites/checks/check.ts'
import { checks } from '../../../suites/run/checks.ts'
import { resultId } from '../../../suites/run/judge.ts'
import { planOf } from '../../../suites/run/plan.ts'
import { targetAt } from '../../fixtures/tiny.ts'

const plan = (over: Partial<RunOptions> = {}) =>
  planOf({
    only: [],
    skip: [],
    allow: ['deploy', 'host', 'destructive'],
    target: targetAt('http://127.0.0.1'),
    shard: { index: 1, count: 1 },
    restarts: true,
    fuzz: 25,
    ...over,
  })

const idsOf = (over: Partial<RunOptions> = {}): string[] =>
  plan(over).flatMap((planned) => planned.checks.map((check) => resultId(planned.operation, check)))
const whole = idsOf()
const without = (taken: readonly string[]) => whole.filter((id) => !taken.includes(id))

describe('a plan', () => {
  it('has every operation', () => {
    expect(plan().map(({ operation }) => operation.id)).toEqual(operations.map(({ id }) => id))
  })

  it('has every check for every operation that it enrols, of environments where the target file gives them', () => {
    const all = operations.flatMap((one) =>
      checks.filter((check) => check.on(one)).map((check) => resultId(one, check)),
    )
    const environments = all.filter((id) => id.endsWith('.saveEnvironment fuzz/shown'))
    const given = environments.map((id) => [id.split(' ')[0] ?? '', { env: 'A=1' }])
    const sample = Object.fromEntries(given) as RunOptions['target']['sample']
    expect(environments.length).toBe(7)
    expect(idsOf({ target: { ...targetAt('http://127.0.0.1'), sample } })).toEqual(all)
    expect(whole).toEqual(all.filter((id) => !environments.includes(id)))
  })

  it('has what needs a new start of the target only where that may be', () => {
    const needing = checks.filter((check) => livesOn(check, 'restart'))
    expect(needing).not.toEqual([])
    const ids = operations.flatMap((one) =>
      needing.filter((check) => check.on(one)).map((check) => resultId(one, check)),
    )
    expect(idsOf({ restarts: false })).toEqual(without(ids))
  })

  it('has nothing to fuzz where nothing is to be', () => {
    const fuzzed = whole.filter((id) => id.includes(' fuzz/'))
    expect(fuzzed.length).toBeGreaterThan(200)
    expect(idsOf({ fuzz: 0 })).toEqual(without(fuzzed))
  })

  it('has no result twice', () => {
    expect(new Set(whole).size).toBe(whole.length)
  })

  it('says why nothing is sent to what is not allowed', () => {
    const why = new Set(plan({ allow: [] }).map(({ operation, forbidden }) => `${operation.effect}: ${forbidden}`))
    expect([...why].toSorted()).toEqual([
      'deploy: it needs --allow deploy',
      'destructive: it needs --allow destructive',
      'host: it needs --allow host',
      'read: null',
      'resource: null',
    ])
  })

  it('keeps what is not allowed among its results', () => {
    expect(idsOf({ allow: [] })).toEqual(whole)
  })

  it('says that the target does not offer what is omitted', () => {
    const target = targetAt('', { omit: ['cluster', 'settings.health'] })
    const omitted = plan({ target }).filter(({ forbidden }) => forbidden !== null)
    expect(omitted.map(({ operation }) => operation.id)).toEqual(
      operations.filter(({ id, group }) => group === 'cluster' || id === 'settings.health').map(({ id }) => id),
    )
  })
})

describe('what is selected', () => {
  it.each([
    ['a group', ['sqla'], (id: string) => id.startsWith('sqla.')],
    ['an operation', ['sqla.one'], (id: string) => id.startsWith('sqla.one ')],
    ['operations by a star', ['*.create'], (id: string) => /^\w+\.create /.test(id)],
    ['a check', ['auth/no-header'], (id: string) => id.endsWith(' auth/no-header')],
    ['a family', ['errors'], (id: string) => / errors\//.test(id)],
    ['checks by a star', ['media/*'], (id: string) => / media\//.test(id)],
    ['operations and checks, which are ANDed', ['sqla.*', 'auth/*'], (id: string) => /^sqla\..* auth\//.test(id)],
    ['a single result', ['sqla.one auth/no-header'], (id: string) => id === 'sqla.one auth/no-header'],
    ['everything', ['*'], () => true],
  ] as const)('is %s', (_what, only, wanted) => {
    expect(idsOf({ only })).toEqual(whole.filter(wanted))
  })

  it.each([[['sqla']], [['auth/*']], [['*.create', 'media']], [['sqla.one auth/no-header']]])(
    '%j left out is all the rest',
    (skip) => {
      const left = idsOf({ skip })
      const taken = skip.flatMap((pattern) => idsOf({ only: [pattern] }))
      expect(left).toEqual(without(taken))
    },
  )

  it('is taken away by what is left out', () => {
    expect(idsOf({ only: ['sqla.one'], skip: ['auth'] })).toEqual(
      idsOf({ only: ['sqla.one'] }).filter((id) => !/ auth\//.test(id)),
    )
  })

  it('may be nothing at all', () => {
    expect(plan({ only: ['sqla'], skip: ['sqla'] })).toEqual([])
  })

  it.each(['sqlz', 'sqla.onne', 'auth/no-headr', 'sqla.one nonsense', 'a b c'])(
    '%j, which matches nothing, is an error',
    (pattern) => {
      expect(() => plan({ only: [pattern] })).toThrow(UsageError)
      expect(() => plan({ skip: [pattern] })).toThrow(UsageError)
    },
  )
})

describe('shards', () => {
  it.each([2, 3, 7, operations.length])('of %i are the whole, and disjoint', (count) => {
    const parts = Array.from({ length: count }, (_, at) => idsOf({ shard: { index: at + 1, count } }))
    expect(parts.flat().toSorted()).toEqual(whole.toSorted())
    expect(new Set(parts.flat()).size).toBe(whole.length)
  })

  it('of three are about as long', () => {
    const lengths = [1, 2, 3].map((index) => idsOf({ shard: { index, count: 3 } }).length)
    expect(Math.max(...lengths) / Math.min(...lengths)).toBeLessThan(1.1)
  })

  it('are those of the selection', () => {
    const parts = [1, 2].flatMap((index) => idsOf({ only: ['auth'], shard: { index, count: 2 } }))
    expect(parts.toSorted()).toEqual(idsOf({ only: ['auth'] }).toSorted())
  })
})
