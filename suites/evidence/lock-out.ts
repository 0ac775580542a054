import type { BadCredential } from '../../fixtures/http/credentials.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isMissing } from '../claim/finding.ts'
import { badCredentials, type OtherForms } from './bad-credentials.ts'
import { control } from './control.ts'
import { evidence, guarded, part, type Need } from './frame/evidence.ts'

/** That the right token is still taken after wrong ones: else refusals say nothing. */
export const noLockOut = evidence({
  id: 'no-lock-out',
  needs: { attempts: badCredentials, control },
  cost: () => 0,
  gather: async ({ control: exchange, attempts, tokens, caller }) => {
    const sent = [...attempts.parts.values()].some((one) => !isMissing(one))
    if (sent) await tokens.watch(exchange, caller.profile)
  },
})

/** The response to the valid request with a bad credential. */
export const badCredential = (credential: BadCredential): Need<Exchange> =>
  guarded(noLockOut, part(badCredentials, credential))

/** The responses to its other forms, which are sent where the first was let in. */
export const otherForms = (credential: BadCredential): Need<OtherForms> => ({
  wishes: [],
  from: (gathered) => badCredentials.from(gathered).otherForms.get(credential) ?? { tried: [], of: 1, elsewhere: [] },
})
