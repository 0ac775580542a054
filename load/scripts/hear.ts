/** Takes in what is answered to the steps of an iteration, and says what is to be done next. */
import * as effects from './effect.ts'
import * as identifiers from './identifier.ts'
import * as iterations from './iteration.ts'
import * as journal from './journal.ts'
import type { Exchange, Iteration } from './iteration.ts'
import * as learned from './learned.ts'
import { marks } from './line.ts'
import * as oracles from './oracles.ts'
import type { StepResponse } from './oracles.ts'
import { lockedOut } from './refusal.ts'
import * as settings from './settings.ts'
import { clean } from './show.ts'

// k6 looks an imported name up anew each time that it is used; what every request needs is a name of this module's own.
const { plan } = settings
const { effectIn } = effects
const { identifierIn } = identifiers
const { judge, codeOf, parsed } = oracles
const { broken, made, tell, eventOf } = iterations
const { line, write } = journal
const { learnGone, learnShown, shows, stays } = learned
const { success: SUCCESS, own: OWN, gone: GONE, moved: MOVED } = marks
const { now } = Date

let succeeded = false
let refusal: StepResponse | null = null

/** Whether any request with the right token has succeeded. */
export const anySuccess = (): boolean => succeeded

/** How the last one that did not succeed was answered. */
export const lastError = (): string =>
  refusal === null ? 'no request was answered' : clean(`${refusal.status} ${(refusal.body ?? '').slice(0, 200)}`)

/**
 * Takes in what was answered.
 * @returns whether it is to be asked again: a write may take a while to be seen
 */
export function hear(iteration: Iteration, exchange: Exchange): boolean {
  const { own } = iteration
  const { record } = iteration.journey
  const { step, response, status, text } = exchange
  const { act } = step
  if (status === 0) {
    if (act === 'uses') iteration.fine = false
    tell(iteration, exchange, act === 'gone' ? GONE : 0)
    return false
  }
  if (own) {
    own.shows = act === 'reads' && shows(step.operation)
    own.stays = act === 'gone' && stays(step.operation) !== false
  }
  const judged = judge(exchange, own, plan)
  const success = (judged.marks & SUCCESS) > 0
  let mark = judged.marks
  let found = judged.breaches
  if (success) succeeded = true
  else {
    refusal = response
    if (act !== 'gone' && iteration.refused === status) lockedOut(iteration)
  }
  if (act === 'reads') {
    if (success) learnShown(step.operation, (mark & OWN) > 0, iteration.phase === 'setup')
    const effect = success ? effectIn(iteration, exchange) : null
    if (effect === 'moved') mark += MOVED
    else if (effect !== null) found = [...found, effect]
  } else if (act === 'gone') {
    mark += GONE
    if (stays(step.operation) === undefined) return lookForGone(iteration, exchange, judged.marks)
  }
  const again = found.length > 0 && broken(iteration, exchange, found)
  tell(iteration, exchange, mark)
  if (act === 'uses') {
    if (success) iteration.madeMs = now()
    else iteration.fine = false
  }
  if (!record || !own) return false
  if (act === 'gone') {
    // It is there all the same: cleaning up is to try again.
    if (!again && found.some(({ check }) => check === 'gone')) write(eventOf('created', iteration, true))
    return again
  }
  if (act === 'creates') {
    iteration.madeMs = now()
    if (!success) write(eventOf('unmade', iteration, false))
    else if (record.id === null) iteration.sought = true
    else made(iteration, identifierIn(response, text, record.id, step.selector))
  }
  if (act === 'deletes' && success) {
    iteration.deleted = true
    iteration.madeMs = now()
    iteration.last = `${line(eventOf('deleted', iteration, true))}\n`
  }
  return again
}

/** Whether this target goes on to show what was deleted is seen before anything is held against it. */
function lookForGone(iteration: Iteration, exchange: Exchange, judged: number): boolean {
  const { step, status, text } = exchange
  tell(iteration, exchange, judged + GONE)
  const shown = (judged & SUCCESS) > 0 && (judged & OWN) > 0
  if (shown && now() < iteration.madeMs + plan.settleMs) return true
  learnGone(step.operation, shown ? null : { status, code: codeOf(parsed(text)) })
  return false
}
