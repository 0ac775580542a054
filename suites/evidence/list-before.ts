import { does, isRecordKind, operations, type Operation } from '../../schemas/registry.ts'
import { Skipped } from '../claim/finding.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'

/** The operation that lists the records of which this one deletes one. */
export const listerOf = ({ act }: Operation): Operation | undefined =>
  act.verb === 'deletes' && isRecordKind(act.kind) ? operations.find(does('lists', act.kind)) : undefined

/** The list of a kind as it is before one of its records is deleted. */
export const listBefore = evidence({
  id: 'list-before',
  needs: { subject },
  on: (operation) => listerOf(operation) !== undefined,
  cost: () => 1,
  gather({ operation, caller }) {
    const lister = listerOf(operation)
    if (!lister) throw new Skipped('no operation lists its records')
    return caller.call({ operation: lister })
  },
})
