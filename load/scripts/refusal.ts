/** Requests with a bad credential, each of which has to be refused. */
import { broken, tell, type Exchange, type Iteration } from './iteration.ts'
import { marks, type Breach } from './line.ts'
import { judge } from './oracles.ts'
import { plan, type Credential } from './settings.ts'

const { success: SUCCESS, probe: PROBE } = marks

/** Whether this virtual user still sends wrong tokens. */
let wrongTokens = plan.wrongTokens

export const credentialOf = (odd: boolean): Credential => (odd && wrongTokens ? 'wrong' : 'none')

/** The right token was refused as the wrong one was: no more of these are sent. */
export function lockedOut(iteration: Iteration): void {
  wrongTokens = false
  iteration.more = { ...iteration.more, lockedOut: true }
}

/** Takes in the response to a request that had to be refused. */
export function hearRefusal(iteration: Iteration, exchange: Exchange, credential: Credential): void {
  const { status } = exchange
  if (status === 0) {
    tell(iteration, exchange, PROBE)
    return
  }
  const judged = judge(exchange, null, plan)
  if (credential === 'wrong') iteration.refused = status
  const served = (judged.marks & SUCCESS) > 0
  if (served || judged.breaches.length > 0) {
    const found: Breach[] = judged.breaches.map((one) => ({ ...one, credential }))
    const got = `${status} to ${credential === 'none' ? 'no token' : 'a wrong token'}`
    if (served) found.push({ check: 'refused', expected: 'a refusal', got, credential })
    broken(iteration, exchange, found)
  }
  tell(iteration, exchange, judged.marks + PROBE)
}
