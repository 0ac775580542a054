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

/** Takes in the answer to a request that had to be refused. */
export function hearRefusal(iteration: Iteration, exchange: Exchange, credential: Credential): void {
  const { status } = exchange
  if (status === 0) {
    tell(iteration, exchange, PROBE)
    return
  }
  const judged = judge(exchange, null, plan)
  if (credential === 'wrong') iteration.refused = status
  const got = `${status} to ${credential === 'none' ? 'no token' : 'a wrong token'}`
  const served: readonly Breach[] =
    (judged.marks & SUCCESS) > 0 ? [{ check: 'refused', expected: 'a refusal', got, credential }] : []
  const found = [...judged.breaches.map((one) => ({ ...one, credential })), ...served]
  if (found.length > 0) broken(iteration, exchange, found)
  tell(iteration, exchange, judged.marks + PROBE)
}
