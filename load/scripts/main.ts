/** What all scripts do: each journey at rest, then many of it at once, and then journeys by turns as the shape asks for them. */
import exec from 'k6/execution'
import * as iterating from './iterate.ts'
import type { JourneyPlan } from './plan.ts'
import * as settings from './settings.ts'
import * as turns from './turns.ts'
import { anySuccess, lastError } from './hear.ts'
import { write } from './journal.ts'
import { partOf } from './part.ts'
import * as learning from './learned.ts'
import type { Learned } from './learned.ts'

// k6 looks an imported name up anew each time that it is used; what every journey needs is a name of this module's own.
const { plan } = settings
const { turnOf } = turns
const { iterateAlone, iterateTogether } = iterating
const { remember, seenAtRest } = learning

/** Whether many of it at once are no more than one: pages that are looked at, and records of its own that are made and deleted. */
const bearsMany = ({ record, steps }: JourneyPlan) => record !== null || steps.every(({ method }) => method === 'GET')

/** The plan as `touchstone merge --logs` needs it: without what is sent. */
const publicPlan = () => ({
  ...plan,
  journeys: plan.journeys.map(({ name, record, steps }) => ({
    name,
    record,
    steps: steps.map(({ operation, method, act }) => ({ operation, method, act })),
  })),
})

/**
 * Runs each journey at rest, one after another: what responses take then is what load is compared with. Then many of each at once:
 * a target that answers fast has seldom more than one request under way, whatever the rate. Parts of a load share this work.
 */
export function setup(): Learned {
  const { executionSegment, executionSegmentSequence } = exec.test.options as Readonly<Record<string, unknown>>
  const segment = typeof executionSegment === 'string' ? executionSegment : null
  const sequence = typeof executionSegmentSequence === 'string' ? executionSegmentSequence : null
  if (plan.about)
    write(
      `"event":"plan","kind":"load","name":"","segment":${JSON.stringify(segment)},"plan":${JSON.stringify(publicPlan())}`,
    )
  const { index, count } = partOf(segment, sequence)
  const mine = [...plan.journeys.entries()].filter(([place]) => place % count === index)
  const mark = Math.floor(Math.random() * 36 ** 6).toString(36)
  for (const round of [1, 2])
    for (const [place, journey] of mine) iterateAlone(journey, `w${mark}x${place}x${round}`, 'setup', 0)
  if (mine.length > 0 && !anySuccess()) exec.test.abort(`nothing succeeded at rest on ${plan.baseUrl}: ${lastError()}`)
  const many = Array.from({ length: plan.together.count }, (_, at) => at.toString(36))
  if (many.length > 1)
    for (const [place, journey] of mine)
      if (bearsMany(journey))
        iterateTogether(
          journey,
          many.map((at) => `t${mark}x${place}x${at}`),
        )
  write(`"event":"journey","kind":"load","name":"","phase":"begin","atMs":${Date.now()},"sent":[]`)
  return seenAtRest()
}

/** How far the load is; a virtual user asks for it once, because k6 makes all of it anew each time. */
let scenario: typeof exec.scenario | null = null

/** One journey. Which one follows from its number in the whole test, so that segments share them as one run has them. */
export default function journey(atRest: Learned): void {
  remember(atRest)
  const number = (scenario ??= exec.scenario).iterationInTest
  const turn = turnOf(number, plan.turns)
  const chosen = turn === undefined ? undefined : plan.journeys[turn]
  if (!chosen) exec.test.abort('the plan has no journeys')
  else iterateAlone(chosen, `i${number.toString(36)}`, 'load', number)
}

/** What only k6 knows, as a line of the journal: for `touchstone load` in a file, in a log where k6 was started by itself. */
export function handleSummary(data: {
  metrics: Record<string, { values: Record<string, number> }>
}): Record<string, string> {
  const count = (metric: string) => data.metrics[metric]?.values['count'] ?? 0
  const entry = {
    run: plan.run,
    time: new Date().toISOString(),
    event: 'end',
    kind: 'load',
    name: '',
    journeys: count('iterations'),
    dropped: count('dropped_iterations'),
    requests: count('http_reqs'),
    breaches: count('touchstone_breaches'),
  }
  return { [__ENV['TOUCHSTONE_SUMMARY'] || 'stdout']: `${JSON.stringify(entry)}\n` }
}
