import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Inheritance } from '../scene/inherited.ts'
import type { Stray } from '../scene/strays.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { isCreate } from '../../schemas/registry.ts'
import { handedIn } from './frame/evidence.ts'
import { made } from './made.ts'

/** What became of the records of a lane that the run had not deleted. */
export interface Lasted {
  /** Whether a read has shown one of them again, some time after the first. */
  readonly hasStood: boolean
  /** The reads of one that is gone. */
  readonly gone?: readonly Exchange[]
  /** The same of a new one, while nothing was written at all; left out where that one stood. */
  readonly again?: readonly Exchange[]
  /** A delete of the one that is gone, or of another kind's record; given if new ones stood before it, and one is gone after it. */
  readonly by?: Exchange
  /** The kind that `by` deleted a record of; left out where `by` named the one that is gone. */
  readonly other?: RecordKind
  /** A text of one that changed though no request about it wrote that; and whether another result tells of an operation that changes such. */
  readonly stray?: Stray & { readonly isToldElsewhere: boolean }
  /** New records whose first read shows what was written on others; left out where none was read once others were written. */
  readonly inherited?: readonly Inheritance[]
}

/** The reads of a lane, and where a record is gone: new ones, watched for a while. */
export const lasted = handedIn<Lasted>({
  id: 'lasted',
  phase: 'late',
  needs: { made },
  on: isCreate,
  // Reads and deletes that are sent anyway are what is looked at.
  cost: () => 0,
})
