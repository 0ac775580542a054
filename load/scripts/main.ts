/** What all scripts do: each journey once at rest, and then journeys by turns as the shape asks for them. */
import exec from 'k6/execution'
import { plan, walk, write } from './journey.ts'
import { turnOf } from './turns.ts'

/** Walks each journey at rest, one after another: what answers take then is what load is compared with. */
export function setup(): void {
  const mark = Math.floor(Math.random() * 36 ** 6).toString(36)
  for (const round of [1, 2])
    for (const [place, journey] of plan.journeys.entries()) walk(journey, `w${mark}x${place}x${round}`, 'setup')
  write(`"event":"journey","kind":"load","name":"","phase":"begin","atMs":${Date.now()},"sent":[]`)
}

/** One journey. Which one follows from its number in the whole test, so that segments share them as one run has them. */
export default function journey(): void {
  // Asked once: k6 makes the whole answer anew each time.
  const number = exec.scenario.iterationInTest
  const turn = turnOf(number, plan.turns)
  const chosen = turn === undefined ? undefined : plan.journeys[turn]
  if (!chosen) exec.test.abort('the plan has no journeys')
  else walk(chosen, `i${number.toString(36)}`, 'load')
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
