import { subjectField } from '../../../fixtures/payload/payload.ts'
import type { Operation } from '../../../schemas/registry.ts'
import { control } from '../../evidence/control.ts'
import { optional, part } from '../../evidence/frame/evidence.ts'
import { variations } from '../../evidence/variations.ts'
import { poll } from '../check.ts'
import { Breach } from '../../claim/finding.ts'
import { showsBack, typeOf } from '../../evidence/variations/shown-back.ts'
import { ALL_DIGITS, DIGITS, NO_SUCH, WORD } from '../../evidence/variations/misses.ts'
import type { Tried } from '../../evidence/variations/variation.ts'
import { isIdentifier, listsFields, succeeds, votesOn, type Asking } from './asked.ts'
import { refusedOfType } from './refused-type.ts'
import { isShared, likes } from './missing.ts'

/** Near misses that servers convert to what they stand for. */
const converted: ReadonlySet<string> = new Set([DIGITS, ALL_DIGITS, WORD])

function question(operation: Operation, { variation: { of, kind = '' } }: Tried): Asking {
  const type = typeOf(operation, of)
  if (kind === 'null') {
    const asking = likes(operation, of, 'null is sent')
    // What all kinds have is compared among them alone: a port that is none is null, and no name is.
    return isShared(operation, of) ? { ...asking, wider: [] } : asking
  }
  // A single value is often taken for a list of one.
  if (kind === NO_SUCH && type !== 'string[]') {
    const all = 'an unrelated text is sent for a number, a boolean or an e-mail address'
    return { question: `an unrelated text is sent for a field of type ${type}`, wider: [all] }
  }
  // An identifier of another type may be refused as one that nobody has, and is mostly sought by only where the record itself is.
  const identifier = of === subjectField(operation) ? 'the identifier of its record' : 'another identifier'
  const what = isIdentifier(of) ? identifier : 'a field'
  // By turns one of them is sent, so each alone has too few votes.
  const sent = kind === 'an array' || kind === 'an object' ? 'an array or an object' : kind
  const asked = (whose: string) => `${sent} is sent for ${whose} of type ${type}`
  // Frameworks that read digits for integers, or words for booleans, do so by type, and refuse all else: no other type tells of those.
  const all = converted.has(kind) ? [] : ['a value of another type is sent for a listed field']
  return { question: asked(what), wider: [asked('a field'), ...all] }
}

export const wrongType = poll({
  id: 'params/wrong-type',
  clause: 'BODY-2',
  claim: 'SHOULD reject a field of another type, as it does elsewhere, and MUST NOT keep it',
  sends:
    'the valid request with values of other types in each listed field: near misses first, then an array or an object',
  expects: 'an error, or what the target does with other fields; never a read that shows a value of another type',
  kills: [
    'params/integers-refused',
    'params/integer-as-digits-alone',
    'params/integers-as-digits-alone',
    'params/integer-as-text',
    'params/boolean-as-text',
    'params/email-unseen',
    'params/number-for-text',
    'params/address-as-number',
    'params/list-of-one',
    'params/identifier-of-digits',
    'params/identifier-cut',
    'params/number-nullable',
    'params/refused-type-kept',
  ],
  on: listsFields,
  needs: {
    control,
    wrongTypes: part(variations, 'wrong-type'),
    others: optional(part(variations, 'other-value')),
    unknownIds: optional(part(variations, 'unknown-id')),
  },
  ask(given) {
    const { operation, wrongTypes: all } = given
    const kept = all.find((one) => showsBack(operation, one))
    if (kept?.shown)
      throw new Breach({
        level: 'MUST',
        expected: `${kept.variation.of} to be of type ${typeOf(operation, kept.variation.of)}`,
        got: `${JSON.stringify(kept.variation.value)} shown back${kept.taken ? '' : ', although it was refused'}`,
        exchanges: [kept.exchange, kept.shown.after, kept.shown.rightly ?? []].flat(),
      })
    const refused = succeeds(given) ? undefined : refusedOfType(given)
    if (refused) throw refused
    const alone = all.filter(({ variation }) => variation.kind !== ALL_DIGITS)
    return votesOn(given, alone, (one) => question(operation, one))
  },
})
