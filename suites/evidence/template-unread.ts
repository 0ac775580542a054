import type { Exchange } from '../../fixtures/http/exchange.ts'
import { does, lifeOf } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { soleId } from '../scene/create.ts'
import { denies } from '../scene/find-record.ts'
import { shows } from '../target/profile.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'

/** The read which denies the stack that the deploy of a template answered with; null: it is shown. */
export const templateUnread = evidence({
  id: 'template-unread',
  needs: { subject, control },
  on: does('makes', 'compose', 'template'),
  // It was read when it was made: only what was found under another identifier is asked for again.
  cost: () => 0,
  async gather({ subject: tried, control: sent, caller }): Promise<Exchange | null> {
    if (!caller.success(sent)) throw new Inconclusive('no template is deployed', undefined, [sent])
    const id = soleId('compose', sent, '')
    if (id === null) throw new Inconclusive('the response does not show one identifier', undefined, [sent])
    if (tried.is === 'create' && tried.record(sent)?.id === id) return null
    const { one } = lifeOf('compose')
    const exchange = await caller.patience.eventually(
      () => caller.call({ operation: one, references: { composeId: id }, madeUp: { composeId: id } }),
      (seen) => caller.success(seen) && shows(seen, id),
      { why: 'the stack of a template to be read' },
    )
    return denies(caller, exchange, 'compose', id) ? exchange : null
  },
})
