/** Runs iterations of journeys: one by itself, or many in step. */
import { sleep } from 'k6'
import http from 'k6/http'
import type { JourneyLine } from './line.ts'
import type { Answer } from './oracles.ts'
import type { JourneyPlan } from './plan.ts'
import * as settings from './settings.ts'
import * as hearing from './hear.ts'
import * as iterating from './iteration.ts'
import type { Exchange, Iteration } from './iteration.ts'
import { credentialOf, hearRefusal } from './refusal.ts'
import { GONE_EVERY, mayProbe, probed } from './steps.ts'
import * as usually from './usual.ts'

// k6 looks an imported name up anew each time that it is used; what every request needs is a name of this module's own.
const { lookingUp, plan, refusedParams, stepsOf } = settings
const { ask, begin, breaks, end, exchanged, seek } = iterating
const { hear } = hearing
const { settled, usual } = usually
const { request, batch } = http
const { baseUrl } = plan
const { perSecond } = plan.together
const { now } = Date

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

/** Sends a step once more, with a credential that has to be refused. */
function probe(iteration: Iteration, { place, step, asked }: Exchange, odd: boolean): void {
  const credential = credentialOf(odd)
  const beganMs = now()
  const answer = request(step.method, baseUrl + asked.path, asked.body, refusedParams(step, credential))
  hearRefusal(iteration, exchanged(place, step, asked, beganMs, answer), credential)
}

/** What is busy at rest is asked again, so often and after so many seconds at most: it is to be seen as it is when it is not. */
const TRIES = 4
const LONGEST_S = 5

/**
 * Keeps to the pace of what is at rest.
 * @returns whether the request is to be sent again: the target was busy
 */
function rests(answer: Answer, beganMs: number, tries: number): boolean {
  const busy = (answer.status === 429 || answer.status === 503) && tries < TRIES
  const asked = Number(answer.headers['Retry-After'] ?? 1)
  if (busy) sleep(Math.min(LONGEST_S, Number.isFinite(asked) ? asked : 1))
  else sleep(Math.max(0, 1 / plan.restRate - (now() - beganMs) / 1000))
  return busy
}

/** Whether an iteration reads its record once more after its delete. */
const looksBack = ({ phase, number }: Iteration) => phase !== 'load' || number % GONE_EVERY === 0

/**
 * One journey from its first request to its last; ends early where there is no record to go on with.
 * @param number of the iteration in the whole test; outside of the load 0
 */
export function iterateAlone(journey: JourneyPlan, key: string, phase: JourneyLine['phase'], number: number): void {
  const iteration = begin(journey, key, phase, number)
  const chosen = phase === 'load' ? probed(journey, number) : null
  // What nothing hangs on is heard at the end: in a row, k6 does it in a fraction of the time.
  let later: Exchange[] = []
  const hearAll = () => {
    const all = later
    later = []
    for (let at = 0; at < all.length; at++) {
      const exchange = all[at]
      if (exchange && !usual(iteration, exchange)) hear(iteration, exchange)
    }
  }
  const steps = stepsOf(journey)
  try {
    // Counted, for k6 takes long to go through a list otherwise.
    for (let place = 0; place < steps.length; place++) {
      const step = steps[place]
      if (!step || (step.act === 'gone' && !(iteration.deleted && looksBack(iteration)))) break
      const asked = ask(iteration, step)
      if (!asked) break
      let exchange: Exchange
      for (let tries = 0; ;) {
        const beganMs = now()
        const answer = request(step.method, baseUrl + asked.path, asked.body, step.params)
        exchange = exchanged(place, step, asked, beganMs, answer)
        if (phase === 'setup' && rests(answer, beganMs, ++tries)) continue
        if (settled(iteration, exchange)) {
          later.push(exchange)
          break
        }
        hearAll()
        if (!hear(iteration, exchange)) break
        sleep(PAUSE_S)
      }
      if (chosen?.place === place) {
        hearAll()
        probe(iteration, exchange, chosen.odd)
      }
      if (iteration.sought) lookUp(iteration)
    }
    hearAll()
  } catch (error) {
    breaks(iteration, error)
  }
  end(iteration)
}

/** Many journeys of one sort in step: each request of theirs is under way at once with that of all others. */
export function iterateTogether(journey: JourneyPlan, keys: readonly string[]): void {
  const iterations = keys.map((key) => begin(journey, key, 'together'))
  try {
    for (const [place, step] of stepsOf(journey).entries()) {
      const { params } = step
      let asking = iterations.flatMap((iteration) => {
        if (step.act === 'gone' && !iteration.deleted) return []
        const asked = ask(iteration, step)
        return asked ? { iteration, asked } : []
      })
      // Two of the requests under way have to be refused.
      const [first] = asking
      const refusing = first && mayProbe(step) ? [credentialOf(false), credentialOf(true)] : []
      while (asking.length > 0) {
        const beganMs = now()
        const sent = asking.map(({ asked }) => ({ asked, params }))
        const bad = refusing.splice(0).map((credential) => ({ credential, params: refusedParams(step, credential) }))
        const about = first?.asked
        const all = [...sent, ...(about ? bad.map((one) => ({ asked: about, params: one.params })) : [])]
        const answers: readonly Answer[] = batch(
          all.map(({ asked: { path, body }, params: how }) => ({
            method: step.method,
            url: baseUrl + path,
            body,
            params: how,
          })),
        )
        const again = asking.filter(({ iteration, asked }, at) => {
          const answer = answers[at]
          return answer && hear(iteration, exchanged(place, step, asked, beganMs, answer))
        })
        for (const [at, { credential }] of bad.entries()) {
          const answer = answers[asking.length + at]
          if (first && answer)
            hearRefusal(first.iteration, exchanged(place, step, first.asked, beganMs, answer), credential)
        }
        sleep(Math.max(perSecond === null ? 0 : all.length / perSecond, again.length > 0 ? PAUSE_S : 0))
        asking = again
      }
      for (const iteration of iterations) lookUp(iteration)
    }
  } catch (error) {
    for (const iteration of iterations.slice(0, 1)) breaks(iteration, error)
  }
  for (const iteration of iterations) end(iteration)
}
