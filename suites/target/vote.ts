import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Voted } from '../../schemas/vote.ts'

/** What a target was seen to do where the specification is silent, and what showed it. */
export interface Vote extends Voted {
  readonly exchanges: readonly Exchange[]
}
