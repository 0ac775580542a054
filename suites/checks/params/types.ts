import type { Operation } from '../../../schemas/registry.ts'
import type { Poll } from '../check.ts'
import type { Vote } from '../../target/vote.ts'
import { Breach } from '../../claim/finding.ts'
import { showsBack, typeOf } from '../../evidence/shown-back.ts'
import { NO_SUCH } from '../../evidence/misses.ts'
import type { Tried } from '../../evidence/variations.ts'
import { isIdentifier, listsFields, tried, votesOn } from './asked.ts'
import { likes } from './missing.ts'

function question(operation: Operation, { variation: { of, kind = '' } }: Tried): Pick<Vote, 'question' | 'few'> {
  if (kind === 'null') return likes(operation, of, 'null is sent')
  // A single value is often taken for a list of one.
  if (kind === NO_SUCH && typeOf(operation, of) !== 'string[]')
    return { question: 'a text that is none of it is sent for a field of a stated type' }
  // An identifier of another type may be refused as one that nobody has.
  const what = isIdentifier(of) ? 'an identifier' : 'a field'
  return { question: `${kind} is sent for ${what} of type ${typeOf(operation, of)}` }
}

export const wrongType: Poll = {
  id: 'params/wrong-type',
  clause: 'BODY-2',
  claim: 'SHOULD refuse a field of another type, as it does elsewhere, and MUST NOT keep it',
  sends: 'the valid request with each listed field given values of other types, near misses first, one at a time',
  expects: 'an error, or what the target does with other fields; never a value of another type shown back',
  kills: ['params/integer-as-text', 'params/boolean-as-text', 'params/email-unseen', 'params/number-for-text'],
  on: listsFields,
  needs: ['control', 'wrong-type', 'unknown-id'],
  ask(scene) {
    const { operation } = scene
    const all = tried(scene, 'wrong-type')
    const kept = all.find((one) => one.taken && showsBack(operation, one))
    if (kept?.shown)
      throw new Breach({
        level: 'MUST',
        expected: `${kept.variation.of} to be of type ${typeOf(operation, kept.variation.of)}`,
        got: `${JSON.stringify(kept.variation.value)} shown back`,
        exchanges: [kept.exchange, kept.shown.after, kept.shown.rightly ?? []].flat(),
      })
    return votesOn(scene, all, (one) => question(operation, one))
  },
}
