/** Takes in what is answered to the steps of an iteration, and says what is to be done next. */
import { identifierIn } from './identifier.ts'
import * as iterations from './iteration.ts'
import type { Asked, Iteration } from './iteration.ts'
import * as learned from './learned.ts'
import { marks, type Breach } from './line.ts'
import * as oracles from './oracles.ts'
import type { Answer } from './oracles.ts'
import { lockedOut } from './refusal.ts'
import * as settings from './settings.ts'
import type { Step } from './plan.ts'
import { clean } from './show.ts'
import { cause, readAt } from './steps.ts'

// k6 looks an imported name up anew each time that it is used; what every request needs is a name of this module's own.
const { plan } = settings
const { judge, codeOf, parsed } = oracles
const { broken, line, made, tell, told, write } = iterations
const { learnGone, learnShown, shows, stays, statusesOf } = learned
const { success: SUCCESS, own: OWN, gone: GONE, moved: MOVED } = marks

let succeeded = false
let refusal: Answer | null = null

/** Whether any request with the right token has succeeded. */
export const anySuccess = (): boolean => succeeded

/** How the last one that did not succeed was answered. */
export const lastError = (): string =>
  refusal === null ? 'no request was answered' : clean(`${refusal.status} ${(refusal.body ?? '').slice(0, 200)}`)

/** Whether the journey goes on in the same way whatever is found in an answer. */
export function settled(iteration: Iteration, place: number, { act }: Step, answer: Answer): boolean {
  if (act === 'uses') return true
  if (act !== 'reads') return false
  const { status } = answer
  const text = answer.body ?? ''
  if (plan.errorsWith2xx || status < 200 || status >= 300 || !text.includes(iteration.name)) return false
  const { steps, name } = iteration.journey
  const due = cause(steps, place) < 0 ? undefined : statusesOf(name)?.[readAt(steps, place)]
  return due === undefined || statusIn(text) === due
}

const statusKey = JSON.stringify(plan.statusField)

/** The status that an answer shows; '' where it shows none. */
function statusIn(text: string): string {
  const at = text.indexOf(statusKey)
  return at < 0 ? '' : (/^\s*:\s*"([^"]*)"/.exec(text.slice(at + statusKey.length, at + 100))?.[1] ?? '')
}

/**
 * Takes in what was answered.
 * @returns whether it is to be asked again: a write may take a while to be seen
 */
export function hear(
  iteration: Iteration,
  place: number,
  step: Step,
  asked: Asked,
  beganMs: number,
  answer: Answer,
): boolean {
  const { journey, own, recorded } = iteration
  const { record } = journey
  const { act } = step
  if (answer.status === 0) {
    if (act === 'uses') iteration.fine = false
    tell(iteration, place, beganMs, answer, act === 'gone' ? GONE : 0)
    return false
  }
  if (own) {
    own.shows = act === 'reads' && shows(step.operation)
    own.stays = act === 'gone' && stays(step.operation) !== false
  }
  const text = answer.body ?? ''
  const judged = judge(answer, text, step, own, plan)
  const success = (judged.marks & SUCCESS) > 0
  let mark = judged.marks
  let found = judged.breaches
  if (success) succeeded = true
  else {
    refusal = answer
    if (act !== 'gone' && iteration.refused === answer.status) lockedOut(iteration)
  }
  if (act === 'reads') {
    if (success) learnShown(step.operation, (mark & OWN) > 0, iteration.phase === 'setup')
    // A journey whose statuses were not the same each time at rest is not asked again.
    const effect = success && statusesOf(journey.name) !== null ? effectIn(iteration, place, text) : null
    if (effect === 'moved') mark += MOVED
    else if (effect !== null) found = [...found, effect]
  } else if (act === 'gone') {
    mark += GONE
    if (stays(step.operation) === undefined) return lookForGone(iteration, place, step, beganMs, answer, judged.marks)
  }
  const again = found.length > 0 && broken(iteration, place, asked, found, answer)
  tell(iteration, place, beganMs, answer, mark)
  if (act === 'uses') {
    if (success) iteration.madeMs = Date.now()
    else iteration.fine = false
  }
  if (!record || !own) return false
  if (act === 'gone') {
    // It is there all the same: cleaning up is to try again.
    if (!again && found.some(({ check }) => check === 'gone')) write(told('created', record.kind, recorded, own.id))
    return again
  }
  if (act === 'creates') {
    iteration.madeMs = Date.now()
    if (!success) write(told('unmade', record.kind, recorded, ''))
    else if (record.id === null) iteration.sought = true
    else made(iteration, identifierIn(answer, text, record.id))
  }
  if (act === 'deletes' && success) {
    iteration.deleted = true
    iteration.madeMs = Date.now()
    iteration.last = `${line(told('deleted', record.kind, recorded, own.id))}\n`
  }
  return again
}

/** What a read shows of what was done before it, held against what it showed at rest; null: that says nothing. */
function effectIn(iteration: Iteration, place: number, text: string): Breach | 'moved' | null {
  const { statuses, fine } = iteration
  const { steps, name } = iteration.journey
  const read = readAt(steps, place)
  const status = statusIn(text)
  statuses[read] = status
  iteration.fine = true
  const by = cause(steps, place)
  const [known, before] = [statusesOf(name), statuses[read - 1]]
  // What the last read showed otherwise than at rest may have been so for a request that was rejected.
  if (by < 0 || !fine || !known || before !== known[read - 1] || known[read] === before) return null
  if (status !== before) return 'moved'
  iteration.fine = fine
  const got = `'${status}' still, after ${steps[by]?.operation} answered success`
  return { check: 'effect', expected: `a status other than '${before}', as at rest`, got, yet: true, by }
}

/** Whether this target goes on to show what was deleted is seen before anything is held against it. */
function lookForGone(
  iteration: Iteration,
  place: number,
  step: Step,
  beganMs: number,
  answer: Answer,
  judged: number,
): boolean {
  tell(iteration, place, beganMs, answer, judged + GONE)
  const shown = (judged & SUCCESS) > 0 && (judged & OWN) > 0
  if (shown && Date.now() < iteration.madeMs + plan.settleMs) return true
  learnGone(step.operation, shown ? null : { status: answer.status, code: codeOf(parsed(answer.body ?? '')) })
  return false
}
