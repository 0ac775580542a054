/** Runs iterations of journeys: one by itself, or many in step. */
import { sleep } from 'k6'
import http from 'k6/http'
import type { JourneyLine } from './line.ts'
import type { Answer } from './oracles.ts'
import type { JourneyPlan } from './plan.ts'
import * as settings from './settings.ts'
import * as iterations from './iteration.ts'
import type { Iteration } from './iteration.ts'

// k6 looks an imported name up anew each time that it is used; what every request needs is a name of this module's own.
const { lookingUp, params, plan } = settings
const { ask, begin, breaks, end, hear, seek, settled } = iterations
const { request, batch } = http
const { baseUrl } = plan
const { perSecond } = plan.together

/** What was written and is not seen yet is looked for again after so many seconds. */
const PAUSE_S = 0.2

/** Looks for a record whose create did not say where it is. */
function lookUp(iteration: Iteration): void {
  const path = iteration.journey.record?.lookup?.path
  while (iteration.sought && path !== undefined) {
    seek(iteration, request('GET', baseUrl + path, null, lookingUp))
    const pause = iteration.sought ? PAUSE_S : 0
    sleep(iteration.phase === 'together' && perSecond !== null ? Math.max(pause, 1 / perSecond) : pause)
  }
}

/** One journey from its first request to its last; ends early where there is no record to go on with. */
export function iterateAlone(journey: JourneyPlan, key: string, phase: JourneyLine['phase']): void {
  const iteration = begin(journey, key, phase)
  const { steps } = journey
  // What nothing hangs on is heard at the end: in a row, k6 does it in a fraction of the time.
  const later: (() => void)[] = []
  try {
    for (let place = 0; place < steps.length; place++) {
      const step = steps[place]
      const asked = step && ask(iteration, step)
      if (!step || !asked) break
      for (;;) {
        const beganMs = Date.now()
        const answer = request(step.method, baseUrl + asked.path, asked.body, params(step))
        if (settled(iteration, step, answer)) {
          later.push(() => hear(iteration, place, step, asked, beganMs, answer))
          break
        }
        while (later.length > 0) later.shift()?.()
        if (!hear(iteration, place, step, asked, beganMs, answer)) break
        sleep(PAUSE_S)
      }
      if (iteration.sought) lookUp(iteration)
    }
    for (const one of later) one()
  } catch (error) {
    breaks(iteration, error)
  }
  end(iteration)
}

/** Many journeys of one sort in step: each request of theirs is under way at once with that of all others. */
export function iterateTogether(journey: JourneyPlan, keys: readonly string[]): void {
  const iterations = keys.map((key) => begin(journey, key, 'together'))
  try {
    for (const [place, step] of journey.steps.entries()) {
      let asking = iterations.flatMap((iteration) => {
        const asked = ask(iteration, step)
        return asked ? { iteration, asked } : []
      })
      while (asking.length > 0) {
        const beganMs = Date.now()
        const answers: readonly Answer[] = batch(
          asking.map(({ asked: { path, body } }) => ({
            method: step.method,
            url: baseUrl + path,
            body,
            params: params(step),
          })),
        )
        const again = asking.filter(({ iteration, asked }, at) => {
          const answer = answers[at]
          return answer && hear(iteration, place, step, asked, beganMs, answer)
        })
        sleep(Math.max(perSecond === null ? 0 : asking.length / perSecond, again.length > 0 ? PAUSE_S : 0))
        asking = again
      }
      for (const iteration of iterations) lookUp(iteration)
    }
  } catch (error) {
    for (const iteration of iterations.slice(0, 1)) breaks(iteration, error)
  }
  for (const iteration of iterations) end(iteration)
}
