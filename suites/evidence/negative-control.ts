import type { Exchange } from '../../fixtures/http/exchange.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'

export interface NegativeControl {
  readonly exchange: Exchange
  /** What stands for the operation's name. */
  readonly word: string
}

/** Where the valid request is answered with an error: the same to an operation of the group that surely does not exist. */
export const negativeControl = evidence({
  id: 'negative-control',
  needs: { control },
  cost: () => 0,
  async gather({ control: { response }, operation, caller }): Promise<NegativeControl | null> {
    if (!response || !caller.profile.isError(response)) return null
    const word = caller.values.word().padEnd(operation.name.length, 'z')
    const exchange = await caller.ask({
      operation: null,
      method: operation.method,
      path: `/${operation.group}.${word}`,
      ...(operation.body === null ? {} : { body: {} }),
    })
    return { exchange, word }
  },
})
