/** The list of a kind, read before and after the delete of one of its records (docs/judgement.md, rule 22). */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { Skipped } from '../claim/finding.ts'
import { shows } from '../target/profile.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { listBefore, listerOf } from './list-before.ts'
import { ownRecord } from './own-record.ts'

export interface ListedAround {
  readonly before: Exchange
  readonly after: Exchange
  /** The identifier of the record that was deleted. */
  readonly id: string
  /** Those of records of the run that live. */
  readonly others: readonly string[]
}

export const listedAround = evidence({
  id: 'listed-around',
  needs: { ownRecord, before: listBefore, control },
  on: (operation) => listerOf(operation) !== undefined,
  cost: () => 1,
  async gather({ ownRecord: { own, around }, before, operation, caller }): Promise<ListedAround> {
    const others = around.others.filter(({ kind, alive }) => alive && kind === own.kind).map(({ id }) => id)
    const isRight = (exchange: Exchange) => !shows(exchange, own.id) && others.every((id) => shows(exchange, id))
    const lister = listerOf(operation)
    if (!lister) throw new Skipped('no operation lists its records')
    const after = await caller.patience.eventually(() => caller.call({ operation: lister }), isRight, {
      why: 'a list to show what is left',
    })
    return { before, after, id: own.id, others }
  },
})
