import type { Exchange } from '../../fixtures/http/exchange.ts'
import { does, doing } from '../../schemas/registry.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { unusual } from './unusual.ts'
import { variations } from './variations.ts'

/** The list of nodes once more, after the node that is gone was named again and again: none of these may take another along. */
export const listedLast = evidence({
  id: 'listed-last',
  needs: { control },
  after: [variations, unusual],
  on: does('deletes', 'node'),
  cost: () => 1,
  gather: ({ caller }): Promise<Exchange> => caller.call({ operation: doing('lists', 'node') }),
})
