import { describe, expect, it, test } from 'vitest'
import { duration } from '../../cli/commands/load.ts'
import { loadOptions, shareOf, type Asked } from '../../load/resolve-options.ts'
import { lengthOf } from '../../load/scripts/shapes.ts'
import type { Permission, RunOptions } from '../../schemas/target.ts'

function runOptions(allow: readonly Permission[], more: Partial<RunOptions> = {}): RunOptions {
  return {
    run: 'r1234567',
    seed: 1,
    target: {
      baseUrl: 'http://127.0.0.1:9',
      token: 'a-token-of-these-tests',
      identifiers: {},
      expendable: {},
      sample: {},
      lookup: {},
      auth: { header: 'Authorization', scheme: 'Bearer' },
      headers: {},
      omit: [],
    },
    embedded: false,
    allow,
    only: [],
    skip: [],
    concurrency: 8,
    rate: null,
    timeoutMs: 1000,
    settleMs: 0,
    maxRequests: null,
    badTokens: null,
    shard: { index: 1, count: 1 },
    bail: false,
    out: 'out',
    ...more,
  }
}

const asked = (more: Partial<Asked> = {}): Asked => ({
  scenario: 'deploy',
  profile: 'smoke',
  rate: undefined,
  durationMs: undefined,
  concurrency: undefined,
  segment: undefined,
  sequence: undefined,
  ...more,
})

const names = (options: RunOptions, more: Partial<Asked> = {}) =>
  loadOptions(asked(more), options, {}).weighted.map(({ journey }) => journey.name)
const sent = (options: RunOptions, more: Partial<Asked> = {}) =>
  loadOptions(asked(more), options, {}).weighted.flatMap(({ journey }) => journey.operations)

describe('permissions', () => {
  it('deploys only where that is allowed', () => {
    expect(() => names(runOptions([]))).toThrow(/--allow deploy/)
    expect(() => names(runOptions(['destructive']))).toThrow(/--allow deploy/)
    expect(names(runOptions(['deploy']))).toHaveLength(9)
  })

  it('cleans up only where that is allowed', () => {
    expect(() => names(runOptions(['deploy']), { scenario: 'cleanup' })).toThrow(/--allow destructive/)
    expect(names(runOptions(['destructive']), { scenario: 'cleanup' })).toContain('host')
  })

  it('mixes in what is allowed, and nothing else', () => {
    const harmless = sent(runOptions([]), { scenario: 'mixed' })
    expect(harmless).toContain('application.one')
    expect(harmless.filter((id) => /deploy|start|stop|settings\.clean/.test(id))).toEqual([])
    expect(sent(runOptions(['deploy']), { scenario: 'mixed' })).toContain('kvstore.deploy')
    expect(sent(runOptions(['destructive']), { scenario: 'mixed' })).toContain('settings.cleanAll')
  })
})

describe('what is selected', () => {
  it('keeps what makes and deletes the record of an operation', () => {
    expect(sent(runOptions(['deploy'], { only: ['application.deploy'] }))).toEqual([
      'application.create',
      'application.deploy',
      'application.delete',
    ])
  })

  it('leaves out journeys whose record can not be made', () => {
    expect(names(runOptions(['deploy'], { skip: ['kvstore'] }))).not.toContain('kvstore')
    expect(names(runOptions(['deploy'], { skip: ['compose.create'] }))).not.toContain('compose')
    const target = { ...runOptions([]).target, omit: ['sqla.*'] }
    expect(names(runOptions(['deploy'], { target }))).not.toContain('sqla')
  })

  it('is not nothing', () => {
    expect(() => names(runOptions(['deploy'], { only: ['cluster'] }))).toThrow(/leave nothing/)
  })
})

describe('bounds', () => {
  it('sends no more than it may', () => {
    expect(() => loadOptions(asked(), runOptions(['deploy'], { maxRequests: 100 }), {})).toThrow(
      /would send about 28\d\d requests/,
    )
  })

  it("keeps to the target file's limits unless told otherwise", () => {
    const limits = {
      requestsPerSecond: 7,
      concurrency: 3,
      latency: { 'kvstore.one': { p95: 5 }, 'user.all': { p95: 9 } },
    }
    const slow = loadOptions(asked(), runOptions(['deploy']), limits)
    expect(slow.users.most).toBe(3)
    expect(slow.limits).toEqual([{ about: 'operation', name: 'kvstore.one', latency: { p95: 5 } }])
    const fast = loadOptions(asked({ rate: 14, concurrency: 9, durationMs: 4000 }), runOptions(['deploy']), limits)
    expect(fast.shape.from).toBeCloseTo(slow.shape.from * 2)
    expect(fast.users.most).toBe(9)
    expect(lengthOf(fast.shape)).toBe(4000)
  })
})

test.each([
  ['0:1/2', 0.5],
  ['1/2:1', 0.5],
  ['25%', 0.25],
  ['1/3', 1 / 3],
  ['0.2:2/3', 2 / 3 - 0.2],
])('the segment %s is a share of %d', (segment, share) => {
  expect(shareOf(segment)).toBeCloseTo(share)
})

test.each(['', '1/2:0', '2', 'half', '0:1/0', '0:1/2:1'])("'%s' is no segment", (segment) => {
  expect(() => shareOf(segment)).toThrow(/--execution-segment/)
})

test('lengths of time are read as k6 writes them', () => {
  expect([duration('90s'), duration('5m'), duration('1h'), duration('15')]).toEqual([
    90_000, 300_000, 3_600_000, 15_000,
  ])
  for (const text of ['', '0', 'soon', '5d', '-1s']) expect(() => duration(text)).toThrow(/It must be/)
})
