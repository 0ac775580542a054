import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, isRecordKind, lifeOf } from '../../schemas/registry.ts'
import { isUnderApplication } from '../scene/foreign-records.ts'
import { isChild } from '../scene/made.ts'
import { evidence } from './frame/evidence.ts'
import { ownRecord } from './own-record.ts'
import { surroundings } from './surroundings.ts'

/** What was sent, and the kind of the record that it names. */
export interface StrangeDelete {
  readonly kind: RecordKind
  readonly exchange: Exchange
}

/** An identifier so long, and no number, is of one record alone, whatever its kind. */
const LENGTH = 16
const isUnique = (id: string): boolean => id.length >= LENGTH && /[^\d.-]/.test(id)

/**
 * A delete that names the run's own record of another kind: who looks for identifiers in the tables of several kinds deletes that one. What
 * it answers is nobody's question. null: no such record stands there, or somebody else's may have its identifier.
 */
export const strangeDelete = evidence({
  id: 'strange-delete',
  needs: { ownRecord },
  after: [surroundings],
  on: (operation) => {
    const { kind } = operation.act
    return isRecordKind(kind) && !isUnderApplication(kind) && lifeOf(kind).remove === operation
  },
  cost: () => 1,
  async gather({ ownRecord: { own, fixture }, operation, caller }): Promise<StrangeDelete | null> {
    const { foreignRecord } = fixture
    if (!foreignRecord?.alive || isChild(foreignRecord, own) || !isUnique(foreignRecord.id)) return null
    const { kind, name, id } = foreignRecord
    const references = { [identifierField[own.kind]]: id }
    caller.journal.write({ event: 'delete', kind, name, id })
    return { kind, exchange: await caller.call({ operation, references, madeUp: references }) }
  },
})
