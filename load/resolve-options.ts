/** From options to what a load run is told. */
import { UsageError } from '../fixtures/errors.ts'
import type { Profile, Scenario } from '../schemas/load.ts'
import type { RunOptions, TargetFile } from '../schemas/target.ts'
import { limitsOf } from './limits.ts'
import { weightedJourneys } from './plan.ts'
import type { WeightedJourney } from './options.ts'
import type { LoadOptions } from './options.ts'
import { forms, lengthOf, journeysBetween, READY, shapeOf, USERS } from './scripts/shapes.ts'

export interface Asked {
  readonly scenario: Scenario
  readonly profile: Profile
  /** Requests a second at the shape's height; undefined: the profile's own. */
  readonly rate: number | undefined
  readonly durationMs: number | undefined
  /** Virtual users at most; undefined: as many as the rate may need. */
  readonly concurrency: number | undefined
  readonly segment: string | undefined
  readonly sequence: string | undefined
  /** k6's own outputs, as its `--out` takes them, and the file of its own summary. */
  readonly outputs?: readonly string[]
  readonly summaryExport?: string | undefined
}

/** A part of the load as k6 writes it ('0:1/2', '25%'), as its share from 0 to 1. */
export function shareOf(segment: string): number {
  const number = (text: string) => {
    const [, value, sign, below] = /^(\d+(?:\.\d+)?)(?:(%)|\/(\d+))?$/.exec(text.trim()) ?? []
    const divisor = sign ? 100 : below === undefined ? 1 : Number(below)
    return value === undefined || divisor === 0 ? Number.NaN : Number(value) / divisor
  }
  const ends = segment.split(':').map(number)
  const [from, to] = ends.length === 1 ? [0, ends[0]] : ends
  const good = from !== undefined && to !== undefined && ends.length <= 2 && from >= 0 && to <= 1 && from < to
  if (!good)
    throw new UsageError(`--execution-segment: '${segment}' is no part of a load; give a part such as 0:1/2 or 1/2:1`)
  return to - from
}

/** Requests of one journey on average. */
function meanLength(weighted: readonly WeightedJourney[]): number {
  const times = weighted.reduce((sum, one) => sum + one.times, 0)
  return weighted.reduce((sum, one) => sum + one.times * one.journey.operations.length, 0) / times
}

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, Math.ceil(value)))

/** What is at rest gets this share of the rate at most. */
const AT_REST = 0.5
/** But for so many a second, if the load itself has them: at rest each journey is run twice. */
const LEAST_AT_REST = 10

/** So many journeys of one sort run at once, as a run's bursts are. */
const TOGETHER = 24

/** Never more at once than the user allows under way, or in a second. */
function togetherOf(asked: Asked, limits: NonNullable<TargetFile['limits']>, users: number): LoadOptions['together'] {
  const perSecond = limits.requestsPerSecond ?? null
  const count = Math.floor(Math.min(TOGETHER, users, asked.rate ?? Infinity, perSecond ?? Infinity))
  return { count: count > 1 ? count : 0, perSecond }
}

/**
 * What a load run is told.
 * @throws UsageError where it may not be sent, or would send more than is allowed
 */
export function loadOptions(asked: Asked, options: RunOptions, limits: NonNullable<TargetFile['limits']>): LoadOptions {
  const { scenario, profile, segment, sequence } = asked
  const weighted = weightedJourneys(scenario, options)
  const form = forms[profile]
  const requests = asked.rate ?? Math.min(form.rate, limits.requestsPerSecond ?? Infinity)
  const length = meanLength(weighted)
  const height = requests / length
  const shape = shapeOf(profile, height, asked.durationMs ?? form.seconds * 1000)
  const sentTo = new Set<string>(weighted.flatMap(({ journey }) => journey.operations))
  const share = segment === undefined ? 1 : shareOf(segment)
  const most = asked.concurrency ?? limits.concurrency ?? between(USERS.least, height * USERS.perJourney, USERS.most)
  const together = togetherOf(asked, limits, most)
  // Each reads its record once more after its delete, and has two requests refused of each step when many run at once.
  const once = weighted.reduce((sum, { journey }) => sum + journey.operations.length + 1, 0)
  const sent = Math.ceil(journeysBetween(shape, 0, lengthOf(shape)) * share * length) + once * (2 + together.count + 2)
  if (options.maxRequests !== null && sent > options.maxRequests)
    throw new UsageError(
      `this load would send about ${sent} requests, and --max-requests allows ${options.maxRequests}; ` +
        `lower --rate or --duration`,
    )
  return {
    scenario,
    profile,
    weighted,
    requests,
    shape,
    together,
    restRate: Math.min(Math.max(requests * AT_REST, LEAST_AT_REST), requests, limits.requestsPerSecond ?? Infinity),
    users: { ready: Math.min(most, between(READY.least, height * READY.perJourney, READY.most)), most },
    limits: limitsOf(limits, scenario, sentTo),
    segment: segment ?? null,
    sequence: sequence ?? null,
    outputs: asked.outputs ?? [],
    summaryExport: asked.summaryExport ?? null,
    share,
  }
}
