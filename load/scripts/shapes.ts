/** The shapes of load, all of them: how the rate goes over time. Open model: journeys start at a fixed rate, whatever the target does. */

export interface Shape {
  /** Journeys a second at the start. */
  readonly from: number
  /** The rate goes in a straight line to each `rate` within `durationMs`. */
  readonly stages: readonly { readonly durationMs: number; readonly rate: number }[]
}

interface Form {
  /** What the profile is for, in words. */
  readonly sentence: string
  /** Unless the user says otherwise: requests a second at its height, and how long it lasts, in seconds. */
  readonly rate: number
  readonly seconds: number
  /** The rate at the start, as a share of the height. */
  readonly from: number
  /** Shares of the time, each with the rate at its end as a share of the height. */
  readonly stages: readonly (readonly [time: number, rate: number])[]
}

export const forms = {
  smoke: {
    sentence: 'does it work at all: a few requests a second, for a short time',
    rate: 30,
    seconds: 15,
    from: 1,
    stages: [[1, 1]],
  },
  average: {
    sentence: 'an ordinary day: up, a while of it, down again',
    rate: 50,
    seconds: 120,
    from: 0,
    stages: [
      [0.15, 1],
      [0.7, 1],
      [0.15, 0],
    ],
  },
  stress: {
    sentence: 'more than an ordinary day has: up in steps, a while of it, down again',
    rate: 200,
    seconds: 300,
    from: 0,
    stages: [
      [0.15, 0.5],
      [0.15, 0.5],
      [0.1, 1],
      [0.45, 1],
      [0.15, 0],
    ],
  },
  spike: {
    sentence: 'all at once: a little, suddenly very much, and a little again',
    rate: 300,
    seconds: 60,
    from: 0.05,
    stages: [
      [0.3, 0.05],
      [0.05, 1],
      [0.25, 1],
      [0.05, 0.05],
      [0.35, 0.05],
    ],
  },
  soak: {
    sentence: 'an ordinary day that does not end: what leaks shows in time',
    rate: 40,
    seconds: 3600,
    from: 0,
    stages: [
      [0.02, 1],
      [0.96, 1],
      [0.02, 0],
    ],
  },
  breakpoint: {
    sentence: 'ever more, until the target gives way',
    rate: 1000,
    seconds: 300,
    from: 0.01,
    stages: [[1, 1]],
  },
} as const satisfies Readonly<Record<string, Form>>

/** Virtual users at most, where nobody says how many: so many for each journey a second, within these bounds. */
export const USERS = { perJourney: 10, least: 20, most: 500 } as const

/**
 * Virtual users that are made beforehand, likewise. A target that stops for a second holds as many as journeys are due in it, and k6
 * makes further ones too slowly to begin those in time.
 */
export const READY = { perJourney: 4, least: 20, most: 300 } as const

/**
 * The shape of a profile.
 * @param height journeys a second at its height
 */
export function shapeOf(profile: keyof typeof forms, height: number, durationMs: number): Shape {
  const { from, stages } = forms[profile]
  return {
    from: from * height,
    stages: stages.map(([time, rate]) => ({ durationMs: Math.round(time * durationMs), rate: rate * height })),
  }
}

/** Journeys that a shape asks for between two times. */
export function journeysBetween(shape: Shape, fromMs: number, toMs: number): number {
  let sum = 0
  let begin = 0
  let rate = shape.from
  for (const stage of shape.stages) {
    const [a, b] = [Math.max(begin, fromMs), Math.min(begin + stage.durationMs, toMs)]
    const at = (ms: number) => rate + ((stage.rate - rate) * (ms - begin)) / stage.durationMs
    if (b > a) sum += ((at(a) + at(b)) / 2) * ((b - a) / 1000)
    begin += stage.durationMs
    rate = stage.rate
  }
  return sum
}

export const lengthOf = ({ stages }: Shape): number => stages.reduce((sum, { durationMs }) => sum + durationMs, 0)

/** k6 takes whole rates: so many journeys in so long. */
const UNIT = 1000

/** The shape as k6's executor of an open model. */
export function arrivals(shape: Shape, users: { readonly ready: number; readonly most: number }) {
  const whole = (rate: number) => Math.round(rate * UNIT)
  return {
    executor: 'ramping-arrival-rate' as const,
    startRate: whole(shape.from),
    timeUnit: `${UNIT}s`,
    stages: shape.stages.map(({ durationMs, rate }) => ({ duration: `${durationMs}ms`, target: whole(rate) })),
    preAllocatedVUs: users.ready,
    maxVUs: users.most,
    gracefulStop: '30s',
  }
}
