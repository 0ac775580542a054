/** A token that was told to be refreshed is another one. */
import { taken, writesRecord } from '../evidence/census.ts'
import { check, type Check } from './check.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'

const renewed = check({
  id: 'records/token-renewed',
  clause: 'NAME-2',
  claim: 'SHOULD give the record another token',
  sends: 'a read of the record and of another one before, the request, and a read after',
  expects: 'another refreshToken than before, and than another record shows, where records show their own',
  kills: ['records/token-kept', 'records/token-shared'],
  on: (operation) => operation.name === 'refreshToken' && writesRecord(operation),
  needs: { taken },
  prove({ taken: { tokens, exchanges } }) {
    if (!tokens) throw new Inconclusive('no read shows a token under the name refreshToken', undefined, exchanges)
    const { before, after, another, isApart = false } = tokens
    if (isApart && typeof after === 'string' && after === another)
      throw new Breach({
        expected: 'another record to keep the token of its own that it showed',
        got: 'the same token on both records',
        cause: 'the token of another record',
        exchanges,
      })
    if (after !== before) return
    // What all records show alike hides their tokens.
    if (typeof another !== 'string' || another === before)
      throw new Inconclusive('nothing shows that each record shows a token of its own', undefined, exchanges)
    throw new Breach({
      expected: 'another token than before',
      got: 'the same token, though other records show others',
      exchanges,
    })
  },
})

export const renewedChecks: readonly Check[] = [renewed]
