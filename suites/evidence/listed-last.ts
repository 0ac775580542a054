import type { Exchange } from '../../fixtures/http/exchange.ts'
import { doing, type Operation } from '../../schemas/registry.ts'
import { Skipped } from '../claim/finding.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { unusual } from './unusual.ts'
import { variations } from './variations.ts'

const isListed = ({ act }: Operation) => act.verb === 'deletes' && (act.kind === 'node' || act.kind === 'user')

/** The list of nodes or users once more, after who is gone was named again and again: none of these may take another along. */
export const listedLast = evidence({
  id: 'listed-last',
  needs: { control },
  after: [variations, unusual],
  on: isListed,
  cost: () => 1,
  gather({ operation, caller }): Promise<Exchange> {
    const lister = doing('lists', operation.act.kind)
    if (!caller.allows(lister)) throw new Skipped('the operation that lists them may not be sent')
    return caller.call({ operation: lister })
  },
})
