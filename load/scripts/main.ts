/** What all scripts do: each journey at rest, then many of it at once, and then journeys by turns as the shape asks for them. */
import exec from 'k6/execution'
import { iterateAlone, iterateTogether } from './iterate.ts'
import type { JourneyPlan } from './plan.ts'
import { plan } from './settings.ts'
import { turnOf } from './turns.ts'
import { remember, seenAtRest, write } from './iteration.ts'

/** Whether many of it at once are no more than one: pages that are looked at, and records of its own that are made and deleted. */
const bearsMany = ({ record, steps }: JourneyPlan) => record !== null || steps.every(({ method }) => method === 'GET')

/**
 * Runs each journey at rest, one after another: what answers take then is what load is compared with. Then many of each at once:
 * a target that answers fast has seldom more than one request under way, whatever the rate.
 */
export function setup(): Readonly<Record<string, boolean>> {
  const mark = Math.floor(Math.random() * 36 ** 6).toString(36)
  for (const round of [1, 2])
    for (const [place, journey] of plan.journeys.entries()) iterateAlone(journey, `w${mark}x${place}x${round}`, 'setup')
  const many = Array.from({ length: plan.together.count }, (_, at) => at.toString(36))
  if (many.length > 1)
    for (const [place, journey] of plan.journeys.entries())
      if (bearsMany(journey))
        iterateTogether(
          journey,
          many.map((at) => `t${mark}x${place}x${at}`),
        )
  write(`"event":"journey","kind":"load","name":"","phase":"begin","atMs":${Date.now()},"sent":[]`)
  return seenAtRest()
}

/** One journey. Which one follows from its number in the whole test, so that segments share them as one run has them. */
export default function journey(atRest: Readonly<Record<string, boolean>>): void {
  remember(atRest)
  // Asked once: k6 makes the whole answer anew each time.
  const number = exec.scenario.iterationInTest
  const turn = turnOf(number, plan.turns)
  const chosen = turn === undefined ? undefined : plan.journeys[turn]
  if (!chosen) exec.test.abort('the plan has no journeys')
  else iterateAlone(chosen, `i${number.toString(36)}`, 'load')
}

/** What only k6 knows, for `touchstone load`; a word on the screen where k6 was started by itself. */
export function handleSummary(data: {
  metrics: Record<string, { values: Record<string, number> }>
}): Record<string, string> {
  const count = (metric: string) => data.metrics[metric]?.values['count'] ?? 0
  const told = {
    journeys: count('iterations'),
    dropped: count('dropped_iterations'),
    requests: count('http_reqs'),
    breaches: count('touchstone_breaches'),
  }
  return { [__ENV['TOUCHSTONE_SUMMARY'] ?? 'stdout']: `${JSON.stringify(told)}\n` }
}
