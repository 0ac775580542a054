import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { Operation } from '../../../schemas/registry.ts'

/** A read around the valid request. */
export interface Probe {
  /**
   * `list`: the operation that lists such things; `one`: a read of one thing; `unknown`: the operation itself about what nobody has.
   * `before` it stands what was read before the valid request. `part`: a read by an identifier of which another list shows more,
   * and `whole`: the read by all of it.
   */
  readonly ask: 'list' | 'one' | 'again' | 'unknown' | 'list-before' | 'one-before' | 'part' | 'whole'
  /** What was asked for; '' where all of them were. */
  readonly of: string
  readonly exchange: Exchange
}

/** What is read around a valid request. */
export interface Probing {
  before?(): Promise<readonly Probe[]>
  /** @param begun what was read before */
  after(control: Exchange, begun: readonly Probe[]): Promise<readonly Probe[]>
}

/** How many other things a read by name is asked for. */
export const OTHERS = 2

/** Texts that only a careless read takes for a user's identifier: two that are none, and the other identifier. */
const CONFUSED = 3

/** What is read around the valid request: by what the operation does, and to whom. */
export type ProbeSort =
  'user' | 'self' | 'invitation' | 'removed-user' | 'removed-node' | 'restarted' | 'container' | 'containers'

/** The sort of probing that an operation has; undefined where it has none. */
export function probeSort({ act }: Operation): ProbeSort | undefined {
  switch (`${act.verb} ${act.kind}`) {
    case 'reads user':
      return act.aspect === 'self' ? 'self' : 'user'
    case 'reads invitation':
      return 'invitation'
    case 'deletes user':
      return 'removed-user'
    case 'deletes node':
      return 'removed-node'
    case 'changes container':
      return 'restarted'
    case 'reads container':
      return 'container'
    case 'lists container':
      return act.aspect === undefined ? undefined : 'containers'
    default:
      return undefined
  }
}

const requests: Readonly<Record<ProbeSort, number>> = {
  user: 1 + OTHERS + CONFUSED,
  self: 1,
  invitation: 2,
  'removed-user': 6,
  'removed-node': 3,
  restarted: 2 * (2 + OTHERS) + 1,
  container: 1 + OTHERS,
  containers: 2 + OTHERS,
}

/** Reads that the probing of an operation takes, at most; 0 where it has none. */
export function probesOf(operation: Operation): number {
  const sort = probeSort(operation)
  return sort === undefined ? 0 : requests[sort]
}
