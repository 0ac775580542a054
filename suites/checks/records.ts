/** What a create makes can be found: without it, nothing else of its kind can be judged. */
import { isRecordKind } from '../../schemas/registry.ts'
import type { Check } from '../check.ts'
import { Breach, inWords, Skipped, Unknown } from '../finding.ts'

const made: Check = {
  id: 'records/made',
  clause: 'NAME-1',
  claim: 'SHOULD make a record that can be read by its identifier',
  sends: 'the valid create, and a read of the identifier that its answer shows',
  expects: 'the read to show the record',
  kills: ['records/unreadable'],
  on: (operation) => operation.name === 'create' && isRecordKind(operation.act.kind),
  needs: ['control', 'record'],
  prove({ trace }) {
    const { record } = trace
    if (!record) throw new Skipped(trace.skipped ?? trace.unsent?.reason ?? 'nothing was made')
    if (record.unread)
      throw new Breach({
        expected: 'a read of the identifier that the create answered to show the record',
        got: `${inWords(record.unread)}`,
        exchanges: [...record.exchanges, record.unread],
      })
    if (!record.found) throw new Unknown(record.reason ?? 'the record was not found', record.supply, record.exchanges)
  },
}

export const recordChecks: readonly Check[] = [made]
