/** What a create makes can be found: without it, nothing else of its kind can be judged. */
import { recordIn } from '../../fixtures/http/record.ts'
import { isCreate, isRecordKind } from '../../schemas/registry.ts'
import type { Check } from './check.ts'
import { Blocked, Breach, inWords, Skipped, Inconclusive } from '../claim/finding.ts'
import { changedField } from '../evidence/namesake.ts'

const made: Check = {
  id: 'records/made',
  clause: 'NAME-1',
  claim: 'SHOULD make a record that can be read by its identifier',
  sends: 'the valid create, and a read of the identifier that its answer shows',
  expects: 'the read to show the record',
  kills: ['records/unreadable*'],
  on: isCreate,
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
    if (!record.found)
      throw new Inconclusive(record.reason ?? 'the record was not found', record.supply, record.exchanges)
  },
}

const readable: Check = {
  id: 'records/readable',
  clause: 'NAME-1',
  claim: 'SHOULD show a record by the identifier that its create answered',
  sends: 'a valid create, twice where need be, and the read of the identifier that its answer shows',
  expects: 'the read to show the record within the time in which a write may come to be seen',
  kills: ['records/unreadable*'],
  on: (operation) => operation.name === 'one' && isRecordKind(operation.act.kind),
  needs: ['control', 'record'],
  prove({ trace }) {
    const { record } = trace
    if (!record) throw new Skipped(trace.skipped ?? trace.unsent?.reason ?? 'nothing was made')
    if (record.unread)
      throw new Breach({
        expected: 'the record whose create answered success with this identifier',
        got: inWords(record.unread),
        exchanges: [...record.exchanges, record.unread],
      })
    if (!record.found)
      throw new Inconclusive(record.reason ?? 'the record was not found', record.supply, record.exchanges)
  },
}

const namesake: Check = {
  id: 'records/namesake',
  clause: 'NAME-4',
  claim: 'SHOULD refuse a second record of a name or make another, and leave the first as it was',
  sends: 'two valid creates, the second under the name of the first, and a read of the first before and after',
  expects: 'an error or an identifier of its own for the second, and the first to show what it showed',
  kills: ['records/namesake-*'],
  on: isCreate,
  needs: ['control', 'namesake'],
  prove({ trace, profile }) {
    if (trace.blocked) throw new Blocked(trace.blocked.reason, trace.blocked.by)
    if (!trace.control) throw new Skipped(trace.skipped ?? trace.unsent?.reason ?? 'nothing was made')
    if (!trace.namesake)
      throw new Inconclusive(
        'no two records of one name could be told apart',
        'a create that answers with the identifier',
      )
    const { create, id, first } = trace.namesake
    if (!create.answer) throw new Inconclusive('no answer came', undefined, [create])
    if (id === first.id)
      throw new Breach({
        expected: 'an error, or another identifier than the first record has',
        got: `the identifier ${id} of the first: ${inWords(create)}`,
        exchanges: [first.before, create],
      })
    const shown = ({ answer }: typeof create) =>
      answer?.json.ok && profile.isSuccess(answer) ? recordIn(answer.json.value, first.field, first.id) : undefined
    const [before, after] = [shown(first.before), shown(first.after)]
    const exchanges = [first.before, create, first.after]
    if (!before) throw new Inconclusive('no read shows the first', undefined, exchanges)
    if (!after) throw new Breach({ expected: 'the first to be shown still', got: inWords(first.after), exchanges })
    const other = changedField(first.written, before, after)
    if (other !== undefined)
      throw new Breach({
        expected: `${other} of the first to be as it was`,
        got: `${other} is ${JSON.stringify(after[other])}, and was ${JSON.stringify(before[other])}`,
        exchanges,
      })
  },
}

export const recordChecks: readonly Check[] = [made, readable, namesake]
