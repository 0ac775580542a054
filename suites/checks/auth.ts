/** Authentication: every rung of the ladder of bad credentials is refused, and a refusal changes nothing. */
import { isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Check } from './check.ts'
import { effectInWords } from '../evidence/effect.ts'
import { lookupEntry } from './entries.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { ladder } from './ladder.ts'
import { refused, sent } from './refusal.ts'

const every = () => true

const rungs: readonly Check[] = ladder.map((said) => ({
  id: `auth/${said.rung}`,
  clause: said.clause,
  claim: said.claim,
  sends: `an otherwise valid request with ${said.carries}, and the same request with the right token`,
  expects: 'an error as this target was seen to refuse bad credentials, and not the answer to the authorised request',
  kills: said.kills,
  on: said.on ?? every,
  needs: [said.rung, 'control'],
  prove: (scene) => refused(scene, said.rung, said.carries, said.noted),
}))

/** Operations whose effects some read operation shows. */
const watchable = (operation: Operation): boolean =>
  operation.method === 'POST' &&
  operation.act.verb !== 'reads' &&
  (isRecordKind(operation.act.kind) || !['host', 'invitation', 'template'].includes(operation.act.kind))

const noEffect: Check = {
  id: 'auth/no-effect',
  clause: 'AUTH-1',
  claim: 'MUST leave everything as it was when it refuses a request',
  sends: 'the refused requests, with a read of what they are about before and after, and an authorised request',
  expects: 'the read after the refusals shows what the one before did, where an authorised request does change it',
  kills: ['auth/effect-of-*'],
  on: watchable,
  needs: ['effect', 'control', 'no-header', 'wrong-token'],
  prove({ operation, trace }) {
    const { effect } = trace
    if (effect === undefined) {
      sent({ trace }, 'no-header')
      throw new Inconclusive('what it is about was not looked at')
    }
    if (effect.seen === 'untold') {
      const unlisted = effect.supply !== undefined && operation.act.verb === 'makes'
      const entry = unlisted ? lookupEntry(operation.act.kind) : undefined
      throw new Inconclusive(effect.reason, effect.supply, effect.exchanges, entry)
    }
    if (effect.seen === 'changed')
      throw new Breach({
        expected: 'what a refused request is about to be as it was before',
        got: effectInWords(effect),
        exchanges: effect.exchanges,
      })
  },
}

const lowerCase: Check = {
  id: 'auth/lower-case-scheme',
  clause: 'AUTH-2',
  claim: 'MAY take the scheme in lower case, as HTTP does',
  sends: 'the valid request of a read operation with the right token behind bearer in lower case',
  expects: 'the answer to the same request with the scheme as the specification writes it',
  kills: ['auth/exact-scheme'],
  on: (operation) => operation.effect === 'read',
  needs: ['lower-case', 'control'],
  prove({ trace, profile }) {
    const exchange = sent({ trace }, 'lower-case')
    const { control } = trace
    if (!exchange.answer || !control?.answer) throw new Inconclusive('no answer came', undefined, [exchange])
    if (!profile.isSuccess(control.answer))
      throw new Inconclusive('the authorised request does not succeed either', undefined, [control])
    if (profile.isSuccess(exchange.answer)) return
    throw new Breach({
      expected: 'the scheme to be taken in lower case',
      got: inWords(exchange),
      exchanges: [exchange],
    })
  },
}

export const authChecks: readonly Check[] = [...rungs, noEffect, lowerCase]
