import type { Exchange } from '../../fixtures/http/exchange.ts'
import { listsSubjectAlone } from '../claim/further.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { naturalField } from './requests/stimuli.ts'
import { subject } from './subject.ts'

/**
 * An update with what is listed alone, the identifier, where all other requests carry more because it wants something to update.
 * null: the valid request carries nothing else.
 */
export const bareUpdate = evidence({
  id: 'bare-update',
  needs: { subject, control },
  on: (operation) => naturalField(operation) !== null && listsSubjectAlone(operation),
  // Where an update takes the identifier alone, it is not sent.
  cost: () => 0,
  async gather({ subject: tried, operation, caller }): Promise<Exchange | null> {
    const carried = caller.creates.wanting.get(operation)?.('')
    if (!carried || tried.is !== 'record') return null
    const listed = Object.entries(tried.body()).filter(([name]) => !(name in carried))
    return tried.send({ body: Object.fromEntries(listed) })
  },
})
