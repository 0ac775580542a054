import type { References } from '../../../fixtures/payload/payload.ts'
import type { Operation } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import type { CreateOutcome } from '../../scene/made.ts'
import type { Missing } from '../../claim/finding.ts'
import type { Subject } from '../subjects/subject.ts'
import type { BadTokens } from './tokens.ts'

/** What a lane hands over for one operation. */
export interface Turn {
  readonly operation: Operation
  readonly caller: Caller
  /** What the operation is tried on, or why there is nothing. */
  readonly tried: Subject | Missing
  /** What others of the target are known by, as calibration and the target file have it. */
  readonly references: References
  /** Of a create, the record that the lane began with. */
  readonly creation: CreateOutcome | null
  /** Says which bad tokens may be sent. */
  readonly tokens: BadTokens
  /** Whether a breach is tried once more, to confirm it. */
  readonly again: boolean
}
