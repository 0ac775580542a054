import type { Exchange } from '../../fixtures/http/exchange.ts'
import { objectsIn, valueOf } from '../../fixtures/payload/find.ts'

/** What a state says of a record that is deleted, or about to be; a member of the host may be merely down or inactive. */
const leaving = {
  record: /^(?:delet|remov|archiv|trash|destroy|terminat)/i,
  member: /^(?:delet|remov|archiv|trash|destroy|terminat|inactiv|down|left|drain)/i,
}

/** Names of rights and rules: what may delete something, or may be deleted, is there. */
const ofRights = /^(?:can|may|allow|auto|prevent|enable)|able$|protect|policy/i

/**
 * Whether a record says that it is deleted, or about to be: by a field of that name, or as its state.
 * @param what a record of the run's, or a member of the host, which is a user or a node
 */
export const saysGone = (value: unknown, what: keyof typeof leaving = 'record'): boolean =>
  objectsIn(value).some((object) => Object.entries(object).some(([name, flag]) => says(name, flag, what)))

/** Whether a response shows something that says of itself that it is gone. */
export const tellsGone = ({ response }: Exchange): boolean =>
  response?.json.ok === true && saysGone(response.json.value)

function says(name: string, flag: unknown, what: keyof typeof leaving): boolean {
  if (what === 'member' && /active/i.test(name) && flag === false) return true
  if (/status|state|phase|availability/i.test(name)) return typeof flag === 'string' && leaving[what].test(flag)
  return (
    /delet|remov|archiv|trash/i.test(name) && !ofRights.test(name) && flag !== null && flag !== false && flag !== ''
  )
}

/** Whether an error says that what was asked for was there once: by its status (RFC 9110, 15.5.11), or by its code. */
export function isAnsweredGone({ response }: Exchange): boolean {
  if (!response || response.status < 400 || response.status >= 500) return false
  const code = response.json.ok ? valueOf(response.json.value, 'code') : undefined
  return response.status === 410 || (typeof code === 'string' && /(?:^|[_\W])(?:gone|deleted)$/i.test(code))
}
