import { expect, test } from 'vitest'
import { operations } from '../../../schemas/registry.ts'
import type { Report } from '../../../schemas/report.ts'
import { result } from '../samples.ts'
import { everyOperation, resultsWith, stated, whole } from './samples.ts'

const certified = (told: Report) => stated(told).predicate.touchstone_certified
const nothing = {
  narrowed: [],
  deviations: [],
  omitted: [],
  unselected: [],
  neverSucceeded: [],
  skipped: [],
  undecided: [],
  known: [],
}

test('a run conforms in which every operation was judged and succeeded, and nothing failed or was narrowed', () => {
  const { predicate } = stated(whole())
  expect(predicate.touchstone_certified).toMatchObject({ verdict: 'conforms', gaps: nothing })
  expect(predicate.result).toBe('PASSED')
  expect(predicate.passedTests).toHaveLength(operations.length)
})

test('a warning leaves the verdict and makes the result WARNED', () => {
  const { predicate } = stated(whole(resultsWith({ 'user.all': 'warn' })))
  expect(predicate.touchstone_certified.verdict).toBe('conforms')
  expect(predicate.result).toBe('WARNED')
  expect(predicate.warnedTests).toEqual(['user.all auth/no-header'])
})

test('one failure decides, whatever else was left out', () => {
  const results = resultsWith({ 'user.all': 'fail', 'port.one': 'inconclusive' })
  const { predicate } = stated(whole(results))
  expect(predicate).toMatchObject({ result: 'FAILED', failedTests: ['user.all auth/no-header'] })
  expect(predicate.touchstone_certified.verdict).toBe('does not conform')
})

test.each([
  ['inconclusive', { undecided: [{ reason: 'why it is inconclusive', results: ['user.all auth/no-header'] }] }],
  ['blocked', { undecided: [{ reason: 'why it is blocked', results: ['user.all auth/no-header'] }] }],
  ['skipped', { skipped: [{ reason: 'why it is skipped', results: ['user.all auth/no-header'] }] }],
] as const)('a result that is %s is listed, and the target conforms in part', (verdict, gaps) => {
  expect(certified(whole(resultsWith({ 'user.all': verdict })))).toMatchObject({
    verdict: 'conforms in part',
    gaps: { ...nothing, ...gaps },
  })
})

test('a failure that is accepted is listed with why and until when, and is among the warned tests', () => {
  const known = [{ id: 'user.all auth/no-header', why: 'fixed in May', until: '2027-05-01' }]
  const { predicate } = stated(whole(resultsWith({ 'user.all': 'known' }), { options: { fuzz: 25, known } }))
  expect(predicate.touchstone_certified).toMatchObject({ verdict: 'conforms in part', gaps: { ...nothing, known } })
  expect(predicate).toMatchObject({ result: 'WARNED', warnedTests: ['user.all auth/no-header'], failedTests: [] })
})

test('an operation that never succeeded is named', () => {
  const names = { exercised: everyOperation, succeeded: everyOperation.filter((id) => id !== 'user.all') }
  const coverage = { operations: { total: 177, exercised: 177, succeeded: 176, names }, clauses: [] }
  expect(certified(whole(undefined, { coverage }))).toMatchObject({
    verdict: 'conforms in part',
    gaps: { ...nothing, neverSucceeded: ['user.all'] },
  })
})

test('omitted operations are named once, and not as skipped or as never succeeded', () => {
  const omitted = everyOperation.filter((id) => id.startsWith('sqla.'))
  const results = resultsWith(Object.fromEntries(omitted.map((id) => [id, 'skipped' as const])))
  const names = { exercised: [], succeeded: everyOperation.filter((id) => !omitted.includes(id)) }
  const coverage = { operations: { total: 177, exercised: 0, succeeded: 0, names }, clauses: [] }
  const options = { fuzz: 25, target: { omit: ['sqla'] } }
  expect(certified(whole(results, { coverage, options }))).toMatchObject({
    verdict: 'conforms in part',
    gaps: { ...nothing, omitted },
  })
})

test('a selection narrows, and names what it left out', () => {
  const options = { only: ['user.*'], skip: ['auth/*'], fuzz: 0 }
  const own = certified(whole([result('user.all', 'pass')], { options }))
  expect(own.verdict).toBe('conforms in part')
  expect(own.gaps.narrowed).toEqual(['--only user.*', '--skip auth/*', '--fuzz 0: nothing was fuzzed'])
  expect(own.gaps.unselected).toEqual(everyOperation.filter((id) => id !== 'user.all'))
})

test('a target that is spoken to otherwise than the specification says conforms in part', () => {
  const target = { baseUrl: 'http://a.b', serviceVersion: '1', allowed: [], deviations: ['the token goes in X-Key'] }
  expect(certified(whole(undefined, { target }))).toMatchObject({
    verdict: 'conforms in part',
    gaps: { ...nothing, deviations: ['the token goes in X-Key'] },
  })
})

test('says what was run: digests, options, seed, times, retries, checks without a result, and the map', () => {
  const retries = [{ of: 'user.all', why: 'busy' as const, times: 3 }]
  const told = whole(undefined, { retries, options: { fuzz: 25, out: '/home/me', shard: { index: 1, count: 1 } } })
  const { subject, predicate } = stated(told, { name: 'Acme 2', url: 'https://ci.example/1' })
  const own = predicate.touchstone_certified
  expect(subject).toEqual([
    { name: 'report of run abcdefgh', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  ])
  expect(predicate.url).toBe('https://ci.example/1')
  expect(predicate.configuration.map(({ name }) => name)).toEqual(['specification', 'suite', 'plan', 'options'])
  expect(own).toMatchObject({
    target: { name: 'Acme 2', serviceVersion: '1.0' },
    retries,
    configuration: { fuzz: 25 },
    suite: { version: '0.1.0', checks: 2, unplanned: ['restart/kept'] },
    runs: [{ run: 'abcdefgh', seed: 1, started: '2026-01-01T00:00:00.000Z', durationMs: 1500 }],
    map: { user: { auth: 'pass' } },
  })
  expect(JSON.stringify(own)).not.toContain('/home/me')
  expect(JSON.stringify(own)).not.toContain('http://a.b')
})
