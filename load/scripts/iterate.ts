/** Runs iterations of journeys: one by itself, or many in step. */
import { sleep } from 'k6'
import http from 'k6/http'
import type { JourneyLine } from './line.ts'
import type { StepResponse } from './oracles.ts'
import type { JourneyPlan } from './plan.ts'
import * as settings from './settings.ts'
import type { Ready } from './settings.ts'
import * as hearing from './hear.ts'
import * as iterating from './iteration.ts'
import type { Exchange, Iteration } from './iteration.ts'
import { credentialOf, hearRefusal } from './refusal.ts'
import * as probing from './steps.ts'
import * as usually from './usual.ts'

// k6 looks an imported name up anew each time that it is used; what every request needs is a name of this module's own.
const { lookingUp, plan, refusedParams, stepsOf } = settings
const { announce, begin, bodyOf, breaks, end, exchanged, goesOn, seek, urlOf } = iterating
const { hear } = hearing
const { GONE_EVERY, mayProbe, probed } = probing
const { canWait, usual } = usually
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
function probe(iteration: Iteration, { step }: Exchange, odd: boolean): void {
  const credential = credentialOf(odd)
  const beganMs = now()
  const response = request(
    step.method,
    urlOf(iteration, step),
    bodyOf(iteration, step),
    refusedParams(step, credential),
  )
  hearRefusal(iteration, exchanged(step, beganMs, response), credential)
}

/** What is busy at rest is asked again, so often and after so many seconds at most: it is to be seen as it is when it is not. */
const TRIES = 4
const LONGEST_S = 5

/**
 * Keeps to the pace of what is at rest.
 * @returns whether the request is to be sent again: the target was busy
 */
function rests(response: StepResponse, beganMs: number, tries: number): boolean {
  const busy = (response.status === 429 || response.status === 503) && tries < TRIES
  const asked = Number(response.headers['Retry-After'] ?? 1)
  if (busy) sleep(Math.min(LONGEST_S, Number.isFinite(asked) ? asked : 1))
  else sleep(Math.max(0, 1 / plan.restRate - (now() - beganMs) / 1000))
  return busy
}

/** Whether an iteration reads its record once more after its delete. */
const looksBack = ({ phase, number }: Iteration) => phase !== 'load' || number % GONE_EVERY === 0

/** Hears what nothing hung on: in a row, k6 does it in a fraction of the time. */
function hearAll(iteration: Iteration): void {
  const { later } = iteration
  // Counted, for k6 takes long to go through a list otherwise.
  for (let at = 0; at < later.length; at++) {
    const exchange = later[at]
    if (exchange && !usual(iteration, exchange)) hear(iteration, exchange)
  }
  later.length = 0
}

/** Sends a step until it is answered as it is to be, or is not to be asked again. */
function send(iteration: Iteration, step: Ready): Exchange {
  const { phase, later } = iteration
  const url = urlOf(iteration, step)
  const body = bodyOf(iteration, step)
  for (let tries = 0; ;) {
    const beganMs = now()
    const response = request(step.method, url, body, step.params)
    const exchange = exchanged(step, beganMs, response)
    if (phase === 'setup' && rests(response, beganMs, ++tries)) continue
    if (canWait(iteration, exchange)) {
      later.push(exchange)
      return exchange
    }
    hearAll(iteration)
    if (!hear(iteration, exchange)) return exchange
    sleep(PAUSE_S)
  }
}

/**
 * One journey from its first request to its last; ends early where there is no record to go on with.
 * @param number of the iteration in the whole test; outside of the load 0
 */
export function iterateAlone(journey: JourneyPlan, key: string, phase: JourneyLine['phase'], number: number): void {
  const iteration = begin(journey, key, phase, number)
  const chosen = phase === 'load' ? probed(journey, number) : null
  const steps = stepsOf(journey)
  try {
    for (let place = 0; place < steps.length; place++) {
      const step = steps[place]
      if (!step || (step.act === 'gone' && !(iteration.deleted && looksBack(iteration)))) break
      if (!goesOn(iteration, step.act)) break
      if (step.act === 'creates' || step.act === 'deletes') announce(iteration, step.act)
      const exchange = send(iteration, step)
      if (chosen !== null && chosen.place === place) {
        hearAll(iteration)
        probe(iteration, exchange, chosen.odd)
      }
      if (iteration.sought) lookUp(iteration)
    }
    hearAll(iteration)
  } catch (error) {
    breaks(iteration, error)
  }
  end(iteration)
}

/** Many journeys of one sort in step: each request of theirs is under way at once with that of all others. */
export function iterateTogether(journey: JourneyPlan, keys: readonly string[]): void {
  const iterations = keys.map((key) => begin(journey, key, 'together'))
  try {
    for (const step of stepsOf(journey)) {
      const { params } = step
      let asking = iterations.flatMap((iteration) => {
        if ((step.act === 'gone' && !iteration.deleted) || !goesOn(iteration, step.act)) return []
        announce(iteration, step.act)
        return { iteration, url: urlOf(iteration, step), body: bodyOf(iteration, step) }
      })
      // Two of the requests under way have to be refused.
      const [first] = asking
      const refusing = first && mayProbe(step) ? [credentialOf(false), credentialOf(true)] : []
      while (asking.length > 0) {
        const beganMs = now()
        const sent = asking.map(({ url, body }) => ({ url, body, params }))
        const bad = refusing.splice(0).map((credential) => ({ credential, params: refusedParams(step, credential) }))
        const all = [
          ...sent,
          ...(first ? bad.map((one) => ({ url: first.url, body: first.body, params: one.params })) : []),
        ]
        const responses: readonly StepResponse[] = batch(
          all.map(({ url, body, params: how }) => ({ method: step.method, url, body, params: how })),
        )
        const again = asking.filter(({ iteration }, at) => {
          const response = responses[at]
          return response && hear(iteration, exchanged(step, beganMs, response))
        })
        for (const [at, { credential }] of bad.entries()) {
          const response = responses[asking.length + at]
          if (first && response) hearRefusal(first.iteration, exchanged(step, beganMs, response), credential)
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
