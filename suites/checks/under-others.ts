/** What a read shows beside the record itself: the ports and mounts that belong to it. */
import { objectsIn } from '../../fixtures/payload/find.ts'
import { serviceKinds } from '../../schemas/operation.ts'
import { readsRecord } from '../../schemas/registry.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import { control } from '../evidence/control.ts'
import { neighbourReads } from '../evidence/neighbour-reads.ts'
import { shows } from '../target/profile.ts'
import { check, type Check } from './check.ts'
import { successful, valueOfResponse } from './seen.ts'

const underOthers = check({
  id: 'records/under-others',
  clause: 'NAME-5',
  claim: 'SHOULD show no port and no mount of another record',
  sends: 'a read of one record, while ports or mounts of others are there',
  expects: 'none of their identifiers',
  kills: ['records/under-*'],
  on: (operation) => readsRecord(operation) && serviceKinds.some((kind) => kind === operation.act.kind),
  needs: { control, neighbourReads },
  prove({ control: sent, neighbourReads: { underOthers: all = [], other }, ...context }) {
    successful(sent, context)
    // Who shows a whole project shows another record with what belongs to it.
    if (other.some((mark) => shows(sent, mark)))
      throw new Inconclusive('another record is shown beside it', undefined, [sent])
    if (all.length === 0) throw new Inconclusive('nothing that belongs to another record could be made')
    const shown = objectsIn(valueOfResponse(context, sent))
    const found = all.find(({ field, id }) => shown.some((one) => String(one[field]) === id))
    if (found)
      throw new Breach({
        expected: 'nothing that belongs to another record',
        got: `the ${found.kind} ${found.id} of another record`,
        cause: 'what belongs to another record',
        exchanges: [sent],
      })
  },
})

export const underOthersChecks: readonly Check[] = [underOthers]
