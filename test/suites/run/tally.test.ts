import { describe, expect, it } from 'vitest'
import type { HttpResponse } from '../../../fixtures/http/exchange.ts'
import { operation } from '../../../schemas/registry.ts'
import { Inconclusive } from '../../../suites/claim/finding.ts'
import { monitored, monitoredAll, toldOnce } from '../../../suites/run/monitoring.ts'
import { planOf } from '../../../suites/run/plan.ts'
import { errorMonitors } from '../../../suites/monitors/errors.ts'
import { mediaMonitors } from '../../../suites/monitors/media.ts'
import { secretMonitors } from '../../../suites/monitors/secrets.ts'
import { Tally, type SavedTally } from '../../../suites/run/tally.ts'
import { targetAt } from '../../fixtures/tiny.ts'
import { responseOf, error, exchangeOf, profileWith } from '../exchanges.ts'

const monitors = [...mediaMonitors, ...errorMonitors]
const health = operation('settings.health')
const showing = { baseUrl: 'http://127.0.0.1', clean: (text: string) => text }

/** What a monitor says of an operation that answered so. */
function resultOf(id: string, ...responses: (HttpResponse | null)[]) {
  const tally = new Tally(monitors, '', 'r1')
  tally.start(profileWith())
  for (const response of responses) tally.observe(exchangeOf(response))
  const monitor = monitors.find((one) => one.id === id)
  if (!monitor) throw new Error(`no monitor ${id}`)
  return monitored(health, monitor, tally.of('settings.health', id), showing, new Inconclusive('nothing was drawn'))
}

const right = error(400, 'A', 'no', { issues: [] })
const wordless = error(400, 'A', '')
const nameless = responseOf({ status: 400, body: { code: 'A' } })

describe('what a monitor saw', () => {
  it('is a pass where all held, and says of how many', () => {
    expect(resultOf('errors/code', right, right, responseOf({ body: true }))).toMatchObject({
      verdict: 'pass',
      message: expect.stringContaining('held in 2 responses'),
      evidence: [],
    })
  })

  it('is never a pass where it saw nothing', () => {
    expect(resultOf('errors/code', responseOf({ body: true }))).toMatchObject({
      verdict: 'inconclusive',
      reason: 'nothing was drawn',
    })
  })

  it('is never a pass where no response came', () => {
    expect(resultOf('media/json', null)).toMatchObject({ verdict: 'inconclusive' })
  })

  it('is a note where none had what is judged', () => {
    expect(resultOf('errors/issues', error(400), error(404))).toMatchObject({ verdict: 'note' })
  })

  it('is left out, and no pass, where the token is too short to be looked for', () => {
    const [monitor] = secretMonitors
    const tally = new Tally(secretMonitors, 'tok', 'r1')
    tally.start(profileWith())
    tally.observe(exchangeOf(error(400)))
    const seen = tally.of('settings.health', monitor!.id)
    expect(monitored(health, monitor!, seen, showing, new Inconclusive('nothing was drawn'))).toMatchObject({
      verdict: 'skipped',
      reason: expect.stringContaining('16 characters'),
    })
  })

  it('is a pass where one had it', () => {
    expect(resultOf('errors/issues', error(400), right)).toMatchObject({ verdict: 'pass' })
  })

  it('is a fail where one of many broke it, with that one as evidence', () => {
    expect(resultOf('errors/message', right, nameless, right)).toMatchObject({
      verdict: 'fail',
      got: 'an error without message (in 1 of 3 responses)',
      evidence: [{ response: { status: 400, body: '{"code":"A"}' } }],
    })
  })

  it('is a warning where the breach is a light one', () => {
    expect(resultOf('errors/message', right, wordless)).toMatchObject({ verdict: 'warn' })
  })

  it('is its heaviest breach', () => {
    expect(resultOf('errors/message', wordless, nameless)).toMatchObject({ verdict: 'fail' })
  })

  // The first three breaches are kept, whatever their weight.
  it('is its heaviest breach however many light ones came first', () => {
    expect(resultOf('errors/message', wordless, wordless, wordless, nameless)).toMatchObject({ verdict: 'fail' })
  })
})

describe('the tally', () => {
  it('makes up for what came before the target’s ways were known', () => {
    const tally = new Tally(monitors, '', 'r1')
    tally.observe(exchangeOf(nameless))
    expect(tally.of('settings.health', 'errors/message').judged).toBe(0)
    tally.start(profileWith())
    expect(tally.of('settings.health', 'errors/message')).toMatchObject({ judged: 1, broken: 1 })
  })

  it('keeps operations apart', () => {
    const tally = new Tally(monitors, '', 'r1')
    tally.start(profileWith())
    tally.observe(exchangeOf(nameless, { operation: 'user.all' }))
    expect(tally.of('settings.health', 'errors/message').judged).toBe(0)
    expect(tally.of('user.all', 'errors/message').broken).toBe(1)
  })

  it('leaves out what is sent to no operation', () => {
    const tally = new Tally(monitors, '', 'r1')
    tally.start(profileWith())
    tally.observe(exchangeOf(nameless, { operation: null }))
    expect(tally.of('settings.health', 'errors/message').judged).toBe(0)
  })

  it('keeps a few breaches, and counts all', () => {
    const tally = new Tally(monitors, '', 'r1')
    tally.start(profileWith())
    for (let n = 0; n < 50; n++) tally.observe(exchangeOf(nameless))
    const seen = tally.of('settings.health', 'errors/message')
    expect(seen.broken).toBe(50)
    expect(seen.breaches.length).toBeLessThanOrEqual(5)
  })

  it('comes to the same in a run that goes on with what was saved step by step', () => {
    const first = new Tally(monitors, '', 'r1')
    first.start(profileWith())
    const steps = [[nameless, right], [error(400)], [right, right, error(404)]].map((responses) => {
      for (const response of responses) first.observe(exchangeOf(response))
      return { run: 'r1', ...(JSON.parse(JSON.stringify(first.save('settings.health'))) as SavedTally) }
    })
    const second = new Tally(monitors, '', 'r2')
    second.restore(steps)
    expect(second.conventions).toEqual(first.conventions)
    expect(second.measured()).toEqual(first.measured())
    for (const { id } of monitors) {
      const { breaches, ...figures } = first.of('settings.health', id)
      expect(second.of('settings.health', id)).toMatchObject(figures)
      expect(second.of('settings.health', id).breaches).toHaveLength(breaches.length)
    }
    expect(first.save('settings.health')).toMatchObject({
      counts: { seen: {}, timings: {} },
      said: { breaches: {}, ways: { statuses: {}, codes: {}, shapes: {}, identifiers: {} } },
    })
  })
})

describe('what no response of an operation carries', () => {
  const only = ['settings.health errors/issues', 'settings.getIp errors/issues', 'user.all errors/issues']
  const plan = planOf({ only, skip: [], allow: [], target: targetAt(''), shard: { index: 1, count: 1 } })

  /** What was told of the three operations, each of which answered with these. */
  function told(...responses: (HttpResponse | undefined)[]) {
    const tally = new Tally(monitors, '', 'r1')
    tally.start(profileWith())
    plan.forEach(({ operation: { id } }, at) => {
      const response = responses[at]
      if (response) tally.observe({ ...exchangeOf(response), operation: id })
    })
    return monitoredAll(plan, tally, new Map(), showing)
  }
  const verdicts = (...responses: HttpResponse[]) => told(...responses).map(({ verdict }) => verdict)
  const shard = (...responses: (HttpResponse | undefined)[]) =>
    told(...responses).filter((_, at) => responses[at] !== undefined)

  it('is told once for the whole run', () => {
    expect(verdicts(error(400), error(400), error(404))).toEqual(['note', 'pass', 'pass'])
  })

  it('is not told at all where another operation shows it', () => {
    expect(verdicts(error(400), right, error(404))).toEqual(['pass', 'pass', 'pass'])
  })

  it('is told once for all shards of a run', () => {
    const [first, second] = [shard(error(400)), shard(undefined, error(404))]
    expect(toldOnce([...second, ...first]).map(({ operation, verdict }) => `${operation} ${verdict}`)).toEqual([
      'settings.health pass',
      'settings.getIp note',
    ])
  })

  it('is not told at all where another shard shows it', () => {
    const verdicts = toldOnce([...shard(error(400)), ...shard(undefined, right)]).map(({ verdict }) => verdict)
    expect(verdicts).toEqual(['pass', 'pass'])
  })

  it('hides no breach', () => {
    expect(verdicts(error(400, 'A', 'no', { issues: 7 }), error(400), right)).toEqual(['fail', 'pass', 'pass'])
  })
})
