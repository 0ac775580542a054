import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { does, isRecordKind, operations, type Operation } from '../../schemas/registry.ts'
import { handedIn } from './frame/evidence.ts'

/** What became of a record that was deployed, once its delete was acknowledged. */
export interface DeployedGone {
  readonly deployed: Exchange
  readonly removed: Exchange
  /** The last read before anything else was done. */
  readonly read: Exchange
  /** Whether that read says that it is gone: one that fails does not. */
  readonly isGone: boolean
  /** A second delete that was acknowledged, where the read shows it still. */
  readonly again?: {
    readonly removed: Exchange
    /** The last read after it. */
    readonly read: Exchange
    /** Whether the record was gone soon after it. */
    readonly isGone: boolean
    /** Whether the record was still shown as long after it as after the first delete. */
    readonly stays: boolean
  }
}

/** What deploys a record of a kind; undefined: nothing does. */
export const deployOf = (kind: RecordKind): Operation | undefined => operations.find(does('changes', kind, 'deploy'))

/** What starts a record of a kind; undefined: nothing does. */
export const startOf = (kind: RecordKind): Operation | undefined => operations.find(does('changes', kind, 'start'))

/** The record that a lane ends with, deployed and started once more before it is deleted. */
export const deployedGone = handedIn<DeployedGone>({
  id: 'deployed-gone',
  phase: 'late',
  on: ({ act: { verb, kind } }) => verb === 'deletes' && isRecordKind(kind) && deployOf(kind) !== undefined,
  // A deploy, a start, and a read after the delete that is sent anyway.
  cost: () => 3,
})
