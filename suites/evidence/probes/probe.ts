import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { Operation, OperationId } from '../../../schemas/registry.ts'

/** A read around the valid request. */
export interface Probe {
  /**
   * `list`: the operation that lists such things; `one`: a read of one thing; `unknown`: a read of what nobody has.
   * `before` it stands what was read before the valid request.
   */
  readonly ask: 'list' | 'one' | 'unknown' | 'list-before' | 'one-before'
  /** What was asked for; '' where all of them were. */
  readonly of: string
  readonly exchange: Exchange
}

/** What is read around a valid request. */
export interface Probing {
  before?(): Promise<readonly Probe[]>
  after(control: Exchange): Promise<readonly Probe[]>
}

/** How many other things a read by name is asked for. */
export const OTHERS = 2

/** Reads that the probing of each operation takes, at most. */
const counts: Partial<Readonly<Record<OperationId, number>>> = {
  'user.byUserId': 1 + OTHERS,
  'user.byAuthId': 1 + OTHERS,
  'admin.one': 1,
  'admin.getUserByToken': 2,
  'admin.removeUser': 4,
  'engine.getConfig': 1 + OTHERS,
  'engine.getContainersByAppNameMatch': 2 + OTHERS,
  'engine.getContainersByAppLabel': 2 + OTHERS,
  'cluster.removeWorker': 2,
}

export const isProbed = ({ id }: Operation): boolean => id in counts

/** Reads that the probing of an operation takes, at most; 0 where it has none. */
export const probesOf = ({ id }: Operation): number => counts[id] ?? 0
