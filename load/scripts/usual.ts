/** Answers as nearly all are. k6 runs scripts slowly: what there is nothing to say of is taken in with as little as can be. */
import * as effects from './effect.ts'
import * as iterations from './iteration.ts'
import type { Exchange, Iteration } from './iteration.ts'
import * as learned from './learned.ts'
import { marks } from './line.ts'
import * as oracles from './oracles.ts'
import * as settings from './settings.ts'

// k6 looks an imported name up anew each time that it is used; what every request needs is a name of this module's own.
const { errorsWith2xx } = settings.plan
const { effectIn, isAsAtRest } = effects
const { isJson, isValid } = oracles
const { shows } = learned
const { tell } = iterations
const { success: SUCCESS, own: OWN, moved: MOVED } = marks
const { now } = Date

/** The label of the last response that said JSON: most responses have the same. */
let jsonType = 'application/json'

/** Whether the journey goes on in the same way whatever is found in a response: then it is taken in later, in a row with others. */
export function canWait(iteration: Iteration, exchange: Exchange): boolean {
  const { act } = exchange.step
  if (act === 'uses') return true
  if (act !== 'reads' || errorsWith2xx) return false
  const { status, text } = exchange
  return status >= 200 && status < 300 && text.includes(iteration.name) && isAsAtRest(iteration, exchange)
}

/**
 * Takes in a response that is settled, if it breaks nothing and tells nothing new.
 * @returns whether it did; if not, it is still to be heard
 */
export function usual(iteration: Iteration, exchange: Exchange): boolean {
  const { step, response, status, text } = exchange
  const { own, phase } = iteration
  if (phase !== 'load' || errorsWith2xx || status < 200 || status >= 300) return false
  const type = response.headers['Content-Type'] ?? ''
  if (type !== jsonType) {
    if (!isJson(type)) return false
    jsonType = type
  }
  if (text !== step.valid) {
    if (!isValid(response, text)) return false
    step.valid = text
  }
  if (step.act === 'reads') {
    if (!shows(step.operation)) return false
    const effect = effectIn(iteration, exchange)
    if (effect !== null && effect !== 'moved') return false
    tell(iteration, exchange, effect === null ? SUCCESS + OWN : SUCCESS + OWN + MOVED)
    return true
  }
  if (own !== null && text.includes(own.prefix) && !text.includes(own.name)) return false
  iteration.madeMs = now()
  tell(iteration, exchange, SUCCESS)
  return true
}
