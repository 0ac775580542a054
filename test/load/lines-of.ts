/** Loads as a test needs them: a plan of one journey, and the lines that scripts would write. */
import { Measure } from '../../load/measure.ts'
import { marks, type JourneyLine, type Sent } from '../../load/scripts/line.ts'
import type { Plan } from '../../load/scripts/plan.ts'

const START = 1_000_000

export function planOfOne(rate: number, seconds: number, limits: Plan['limits'] = []): Plan {
  return {
    run: 'r1',
    baseUrl: 'http://127.0.0.1:9',
    auth: { header: 'Authorization', scheme: 'Bearer' },
    timeoutMs: 1000,
    settleMs: 0,
    shape: { from: rate, stages: [{ durationMs: seconds * 1000, rate }] },
    users: { ready: 1, most: 1 },
    restRate: 10,
    together: { count: 0, perSecond: null },
    journeys: [
      {
        name: 'overview',
        record: null,
        steps: [{ operation: 'user.all', method: 'GET', path: '/user.all', body: null, act: 'uses' }],
      },
    ],
    turns: [0],
    errorsWith2xx: false,
    unknown: [],
    limits,
    scenario: 'deploy',
    tagged: false,
    statusField: 'applicationStatus',
    wrongTokens: true,
  }
}

const line = (phase: JourneyLine['phase'], atMs: number, sent: readonly Sent[]): JourneyLine => ({
  run: 'r1',
  time: '',
  event: 'journey',
  kind: 'load',
  name: phase === 'begin' ? '' : 'overview',
  phase,
  atMs,
  sent,
})

export interface Second {
  /** Journeys that were begun in it. */
  readonly begun: number
  /** What each response took, in milliseconds. */
  readonly ms: number
  /** How many of them were errors. */
  readonly errors?: number
}

/** What is measured when answers take 1 ms at rest, and then second for second as said. */
export function measured(plan: Plan, seconds: readonly Second[], share = 1): Measure {
  const measure = new Measure(plan, share)
  measure.add(line('setup', START - 100, [[0, 0, 1000, 200, marks.success]]))
  measure.add(line('begin', START, []))
  seconds.forEach(({ begun, ms, errors = 0 }, second) => {
    for (let count = 0; count < begun; count++) {
      const mark = count < errors ? marks.error : marks.success
      measure.add(line('load', START + second * 1000 + count, [[0, 0, ms * 1000, count < errors ? 500 : 200, mark]]))
    }
  })
  return measure
}
