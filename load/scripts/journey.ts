/** Walks journeys: one by itself, or many in step. */
import { sleep } from 'k6'
import http from 'k6/http'
import type { JourneyLine } from './line.ts'
import type { Answer } from './oracles.ts'
import type { Journey } from './plan.ts'
import * as settings from './settings.ts'
import * as walks from './walk.ts'
import type { Walk } from './walk.ts'

// k6 looks an imported name up anew each time that it is used; what every request needs is a name of this module's own.
const { lookingUp, params, plan } = settings
const { ask, begin, breaks, end, hear, seek, settled } = walks
const { request, batch } = http
const { baseUrl } = plan
const { perSecond } = plan.together

/** What was written and is not seen yet is looked for again after so many seconds. */
const PAUSE_S = 0.2

/** Looks for a record whose create did not say where it is. */
function lookUp(walk: Walk): void {
  const path = walk.journey.record?.lookup?.path
  while (walk.sought && path !== undefined) {
    seek(walk, request('GET', baseUrl + path, null, lookingUp))
    const pause = walk.sought ? PAUSE_S : 0
    sleep(walk.phase === 'together' && perSecond !== null ? Math.max(pause, 1 / perSecond) : pause)
  }
}

/** One journey from its first request to its last; ends early where there is no record to go on with. */
export function walkAlone(journey: Journey, key: string, phase: JourneyLine['phase']): void {
  const walk = begin(journey, key, phase)
  const { steps } = journey
  // What nothing hangs on is heard at the end: in a row, k6 does it in a fraction of the time.
  const later: (() => void)[] = []
  try {
    for (let place = 0; place < steps.length; place++) {
      const step = steps[place]
      const asked = step && ask(walk, step)
      if (!step || !asked) break
      for (;;) {
        const beganMs = Date.now()
        const answer = request(step.method, baseUrl + asked.path, asked.body, params(step))
        if (settled(walk, step, answer)) {
          later.push(() => hear(walk, place, step, asked, beganMs, answer))
          break
        }
        while (later.length > 0) later.shift()?.()
        if (!hear(walk, place, step, asked, beganMs, answer)) break
        sleep(PAUSE_S)
      }
      if (walk.sought) lookUp(walk)
    }
    for (const one of later) one()
  } catch (error) {
    breaks(walk, error)
  }
  end(walk)
}

/** Many journeys of one sort in step: each request of theirs is under way at once with that of all others. */
export function walkTogether(journey: Journey, keys: readonly string[]): void {
  const walks = keys.map((key) => begin(journey, key, 'together'))
  try {
    for (const [place, step] of journey.steps.entries()) {
      let asking = walks.flatMap((walk) => {
        const asked = ask(walk, step)
        return asked ? { walk, asked } : []
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
        const again = asking.filter(({ walk, asked }, at) => {
          const answer = answers[at]
          return answer && hear(walk, place, step, asked, beganMs, answer)
        })
        sleep(Math.max(perSecond === null ? 0 : asking.length / perSecond, again.length > 0 ? PAUSE_S : 0))
        asking = again
      }
      for (const walk of walks) lookUp(walk)
    }
  } catch (error) {
    for (const walk of walks.slice(0, 1)) breaks(walk, error)
  }
  for (const walk of walks) end(walk)
}
