/** Fields that an update does not list: nothing is promised of them, so what this target does elsewhere decides (docs/judgement.md, rule 8). */
import { takesEnvironment } from '../../fixtures/payload/fuzz/payload.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { databaseKinds } from '../../schemas/operation.ts'
import { isRecordKind, type Operation } from '../../schemas/registry.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'
import type { WrittenField } from '../evidence/census/state-diff.ts'
import { taken } from '../evidence/census.ts'
import { control } from '../evidence/control.ts'
import { optional } from '../evidence/frame/evidence.ts'
import { raced, type Raced } from '../evidence/raced.ts'
import { naturalField, ODD_VALUE } from '../evidence/requests/stimuli.ts'
import type { Vote } from '../target/vote.ts'
import { isSecret } from '../values/compare.ts'
import { consistencyCheck, type ConsistencyCheck } from './check.ts'
import { isShown, likenessOf, orderBreach } from './values.ts'

type Further = NonNullable<Raced['further']>

/** Nothing of a text is shown, or only what stood there before: that is no other form of it. */
const isDropped = (one: WrittenField) => one.shown === null || one.shown === '' || one.shown === one.before

/** Whether the text stands beside the one that it should have taken the place of, and that is no part of it. */
const isAdded = ({ shown, before, written }: WrittenField): boolean =>
  [shown, before, written].every((one) => typeof one === 'string' && one !== '') &&
  !String(written).includes(String(before)) &&
  [before, written].every((one) => String(shown).includes(String(one)))

/** Whether a variable stands there with another value than it was given, and another one as it was. */
function isAlteredIn({ shown, before, written }: WrittenField): boolean {
  const texts = textsIn(shown)
  const holds = (part: string) => texts.some((text) => text.includes(part))
  const [name = ''] = String(written).split('\n')
  return (
    String(written).includes(ODD_VALUE) && shown !== before && holds(name.replace(/^\w+=/, '')) && !holds(ODD_VALUE)
  )
}

const isAsSent = (one: WrittenField) => ['same', 'near'].includes(likenessOf(one))

/** The breach where a field shows what was sent for another one. */
function mixedBreach({ fields, exchanges }: Further): Breach | undefined {
  const other = (one: WrittenField) =>
    isShown(one) && one.shown !== one.written && one.shown !== one.before
      ? fields.find(({ field, written }) => field !== one.field && written === one.shown)
      : undefined
  const mixed = fields.find((one) => other(one))
  if (!mixed) return undefined
  return new Breach({
    expected: `${mixed.field} to be shown as it was sent, or as it was`,
    got: `the value of ${other(mixed)?.field}`,
    cause: 'the value of another field',
    exchanges,
    change: true,
  })
}

/** All kinds of databases are alike; what a registry does is compared with none. */
const isDatabase = (kind: Operation['act']['kind']) => databaseKinds.some((one) => one === kind)

/** Of a field that several kinds have: whoever is alone in leaving it as it was, or in altering it, does not do as the others. */
const votesOn = ({ fields, exchanges }: Further, { act }: Operation): readonly Vote[] =>
  fields
    // A secret in another form may be enciphered.
    .filter((one) => isShown(one) && (!isSecret(one.field) || isAsSent(one) || isDropped(one)))
    .map((one) => ({
      question: `an update is given the further field ${one.field}`,
      ...(isDatabase(act.kind) ? { wider: ['an update of a database is given a further field of its create'] } : {}),
      of: one.field,
      way: isAsSent(one) ? 'refused' : 'taken',
      words: { refused: 'shown', taken: 'dropped or altered' },
      exchanges,
    }))

const natural = consistencyCheck({
  id: 'values/natural',
  clause: 'NAME-2',
  claim: 'SHOULD treat an unlisted field as the other updates of this target do',
  sends:
    'the update with the identifier and a name of unusual characters or an environment; then one with other fields of its create, while others are under way; and a read of its record after each',
  expects: 'what most updates of this target do with such a field, and no field with the value of another',
  kills: ['values/update-*'],
  on: (operation) =>
    (naturalField(operation) !== null || takesEnvironment(operation)) && isRecordKind(operation.act.kind),
  needs: { control, taken, raced: optional(raced) },
  ask({ taken: found, raced: { further: anew } = {}, operation }) {
    const wrong = orderBreach(found) ?? (anew && mixedBreach(anew))
    if (wrong) throw wrong
    const isEnvironment = takesEnvironment(operation)
    const question = isEnvironment
      ? 'a save is given an environment that its record shows'
      : 'an update is given a further field that its record shows'
    const [further] = found.further ?? []
    const others = anew ? votesOn(anew, operation) : []
    if (!further || !isShown(further)) {
      if (others.length > 0) return others
      throw new Inconclusive('no read shows such a field', undefined, found.exchanges)
    }
    const likeness = likenessOf(further)
    const isShownBack = isAsSent(further)
    // Who reads variables shows them in a form of its own.
    if (isEnvironment && !isShownBack && !isDropped(further) && !isAdded(further) && !isAlteredIn(further))
      throw new Inconclusive('the environment is shown in another form', undefined, found.exchanges)
    const vote = { of: further.field, exchanges: found.exchanges }
    const way = isShownBack ? 'refused' : 'taken'
    const words = { refused: 'shown', taken: 'dropped or altered' }
    const near = {
      question: 'the text of such a field is shown in other letters, or without white space',
      way: likeness === 'same' ? 'refused' : 'taken',
      words: { refused: 'left as it was', taken: 'altered' },
    } as const
    // Where odd characters were refused, a plain name was written, which nothing would alter.
    const isOdd = !/^[a-z0-9/-]*$/.test(String(further.written))
    const isAlike = isShownBack && isOdd && !isEnvironment
    return [{ ...vote, question, way, words }, ...(isAlike ? [{ ...vote, ...near }] : []), ...others]
  },
})

export const naturalConsistency: readonly ConsistencyCheck[] = [natural]
