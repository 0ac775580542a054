import { subjectField } from '../../../fixtures/payload/payload.ts'
import type { Operation } from '../../../schemas/registry.ts'
import { control } from '../../evidence/control.ts'
import { optional, part } from '../../evidence/frame/evidence.ts'
import { variations } from '../../evidence/variations.ts'
import { consistencyCheck } from '../check.ts'
import { Breach } from '../../claim/finding.ts'
import { showsBack, typeOf } from '../../evidence/variations/shown-back.ts'
import { ALL_DIGITS, isFar, NO_ADDRESS, NO_NUMBER } from '../../evidence/variations/misses.ts'
import type { Tried } from '../../evidence/variations/variation.ts'
import { isIdentifier, listsFields, succeeds, votesOn, type Asking } from './asked.ts'
import { refusedAsTyped } from './refused-as-typed.ts'
import { refusedOfType } from './refused-type.ts'
import { isShared, likes } from './missing.ts'

/**
 * In which situations it was asked: some targets look at no field of what seeks no record, and some libraries turn an object, but
 * no list, into a text.
 */
function situationOf(operation: Operation, { variation: { of, kind = '' } }: Tried): Pick<Asking, 'within' | 'frees'> {
  const seeking = `a write that ${subjectField(operation) === undefined ? 'seeks no record' : 'seeks a record'}`
  const type = typeOf(operation, of)
  const instead = `${kind} in place of a value of type ${type}`
  if (isFar(kind)) return { within: [seeking, instead], frees: [seeking, instead] }
  if (type !== 'string' || kind === 'null') return { within: [seeking] }
  // Who makes a text of a number does so of an identifier too, and refuses most of those because nobody has them.
  return isIdentifier(of) ? { within: [seeking, instead] } : { within: [seeking], frees: [instead] }
}

function question(operation: Operation, { variation: { of, kind = '' } }: Tried, all: readonly Tried[]): Asking {
  const type = typeOf(operation, of)
  const converts =
    (type === 'integer' || type === 'boolean') &&
    all.some(({ variation, taken }) => taken && variation.of === of && typeof variation.value === 'string')
  if (kind === 'null') {
    const { wider = [], ...asking } = likes(operation, of, 'null is sent')
    // What all kinds have is compared among them alone: a port that is none is null, and no name is.
    if (isShared(operation, of)) return asking
    // Who converts texts to the type makes nought of null too, which no text becomes.
    return { ...asking, wider: converts ? wider.slice(0, -1) : wider }
  }
  // An identifier of another type may be refused as one that nobody has, and is mostly sought by only where the record itself is.
  const identifier = of === subjectField(operation) ? 'the identifier of its record' : 'another identifier'
  const what = isIdentifier(of) ? identifier : 'a field'
  // By turns one of them is sent, so each alone has too few votes.
  const sent = isFar(kind) ? 'an array or an object' : kind
  const asked = (whose: string, ofType = type, value = sent) => `${value} is sent for ${whose} of type ${ofType}`
  // The one address is a text like others, and what is none of it is held against what is no number.
  const like = kind === NO_ADDRESS ? asked('a field', 'integer', NO_NUMBER) : asked('a field', 'string')
  if (type === 'email') return { question: asked(what), wider: [like] }
  // Servers convert single values by their type: what one makes of a text says nothing of what it makes of a number.
  const wider = isFar(kind) || type === 'string[]' ? ['a value of another type is sent for a listed field'] : []
  return { question: asked(what), wider: [asked('a field'), ...wider] }
}

export const wrongType = consistencyCheck({
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
    'params/words-are-true*',
    'params/email-unseen',
    'params/number-for-text',
    'params/boolean-for-number',
    'params/boolean-for-text',
    'params/boolean-kept',
    'params/nought-for-false',
    'params/address-as-number',
    'params/address-in-words',
    'params/ports-as-digits',
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
    const opposite = all.find(({ turned }) => turned)
    if (opposite?.turned)
      throw new Breach({
        level: 'SHOULD',
        expected: `${opposite.variation.of} to be false after ${JSON.stringify(opposite.variation.value)} was accepted, or an error`,
        got: `${opposite.variation.of}: ${JSON.stringify(opposite.variation.value)} accepted, and true shown where false stood`,
        exchanges: opposite.turned,
      })
    const refused = succeeds(given) ? undefined : refusedOfType(given)
    if (refused) throw refused
    const alone = all.filter(({ variation }) => variation.kind !== ALL_DIGITS)
    const telling = refusedAsTyped(given, alone)
    // A refusal is what is asked for, whatever its reason; only it says nothing of others.
    if (telling.length === 0 && succeeds(given)) return []
    return votesOn(given, telling.length > 0 ? telling : alone, (one) => ({
      ...question(operation, one, alone),
      ...situationOf(operation, one),
    }))
  },
})
