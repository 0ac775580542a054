import type { Exchange } from '../../fixtures/http/exchange.ts'
import { operations, type Operation } from '../../schemas/registry.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'

/** Whether an operation answers the command with which a node joins. */
export const joins = ({ act, method }: Operation): boolean =>
  method === 'GET' && act.verb === 'changes' && act.kind === 'host'

/** As what the node joins, in lower case. */
export const roleOf = ({ name }: Operation): string => name.replace(/^add/, '').toLowerCase()

/** The operation for the other role. */
export const otherOf = (operation: Operation): Operation | undefined =>
  operations.find((one) => joins(one) && one !== operation)

/** Whether a response speaks of the one role, anywhere in it, and nowhere of the other. */
export function namesOnly(role: string, other: string, { response }: Exchange): boolean {
  const text = response?.json.ok ? JSON.stringify(response.json.value).toLowerCase() : ''
  return text.includes(role) && !text.includes(other)
}

/** The response for the other role; null where it need not be asked for, since the operation's own response does not name that role alone. */
export const otherJoin = evidence({
  id: 'other-join',
  needs: { control },
  on: joins,
  // Few answers name the other role alone.
  cost: () => 0,
  async gather({ control: sent, operation, caller }): Promise<Exchange | null> {
    const other = otherOf(operation)
    const isAsked = other && caller.success(sent) && namesOnly(roleOf(other), roleOf(operation), sent)
    if (!isAsked || !caller.allows(other)) return null
    return caller.call({ operation: other })
  },
})
