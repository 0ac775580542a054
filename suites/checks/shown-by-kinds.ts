/** What a target shows of most kinds of services, it shows of the others: they share one definition (docs/judgement.md, rule 8). */
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import { databaseKinds, serviceKinds } from '../../schemas/operation.ts'
import { isCreate, operations, type Operation } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { control } from '../evidence/control.ts'
import { taken, writesRecord } from '../evidence/census.ts'
import type { WrittenField } from '../evidence/census/state-diff.ts'
import { compare, isPutAway, isSecret } from '../values/compare.ts'
import type { Vote } from '../target/vote.ts'
import { consistencyCheck, type ConsistencyCheck } from './check.ts'

const isDatabase = ({ act }: Operation): boolean => databaseKinds.some((kind) => kind === act.kind)

const UNSHOWN = 'is not shown once it is written'
const COMMON = `a field that most kinds of services list ${UNSHOWN}`
const LISTED = `a listed field of an application, a registry, a port or a mount ${UNSHOWN}`

const isService = ({ act }: Operation): boolean => serviceKinds.some((kind) => kind === act.kind)

/** A field that so many kinds list is the same to all of them. */
const MOST = serviceKinds.length / 2

/** Fields that operations of this name list for most kinds, and that a record may show under their names. */
function common(operation: Operation): readonly string[] {
  const alike = operations.filter((one) => isService(one) && one.name === operation.name)
  return listedBy(operation).filter((name) => alike.filter((one) => listedBy(one).includes(name)).length >= MOST)
}

const listedBy = ({ body }: Operation): readonly string[] =>
  (body?.fields ?? []).map(({ name }) => name).filter((name) => !name.endsWith('Id'))

/**
 * What an application, a registry, a port or a mount lists is held against each other: no two have a field in common. A field of which
 * the specification shows one value may have no other, so a target need not show it. It may keep any credential to itself.
 */
function ofOtherRecords(operation: Operation): readonly string[] {
  const { kind, verb, aspect } = operation.act
  const isOfApplication = kind === 'application' && verb === 'changes' && aspect === undefined
  if (!isOfApplication && !(isCreate(operation) && !isService(operation))) return []
  const ofOneValue = (operation.body?.fields ?? []).filter(({ shown }) => shown !== undefined).map(({ name }) => name)
  return listedBy(operation).filter((name) => !ofOneValue.includes(name) && !isSecret(name) && name !== 'username')
}

const sets = (operation: Operation): boolean =>
  writesRecord(operation) &&
  operation.effect === 'resource' &&
  common(operation).length + ofOtherRecords(operation).length > 0

const isSecretsCreate = (operation: Operation): boolean => isDatabase(operation) && isCreate(operation)

/** Whether a secret is shown as it was written. Masks and digests say neither that it was kept nor that it was not. */
const isOpen = ({ field, type, written, ...rest }: WrittenField): boolean =>
  'shown' in rest && compare(field, type, written, rest.shown) === 'same'

const openSecrets = consistencyCheck({
  id: 'values/open-secrets',
  clause: 'NAME-2',
  claim: 'SHOULD show a secret where it shows its other secrets in plain words',
  sends: 'the valid create with a text of its own in each field, and a read of its record',
  expects:
    'neither null nor another text, if the same read shows another secret as written, and other kinds show theirs',
  kills: ['values/null-secret', 'values/made-up-secret'],
  on: isSecretsCreate,
  needs: { control, taken },
  ask({ taken: { writtenFields, exchanges } }) {
    const secrets = writtenFields.filter(({ field }) => isSecret(field))
    const asOf = (place: string) =>
      `${place} is shown in place of a secret of a database, beside another in plain words`
    return secrets.flatMap((one) => {
      if (!('shown' in one)) return []
      const vote = (place: 'null' | 'another text', isTaken: boolean) => ({
        question: asOf(place),
        of: one.field,
        way: isTaken ? ('taken' as const) : ('refused' as const),
        words: { refused: 'shown', taken: place },
        few: 1,
        exchanges,
      })
      if (isOpen(one)) return [vote('null', false), vote('another text', false)]
      // A target may show all secrets once, or for a while: only another in the same read says that this is not such a moment.
      if (!secrets.some(isOpen)) return []
      if (one.shown === null) return [vote('null', true)]
      return typeof one.shown === 'string' && !isPutAway(one.field, one.shown) ? [vote('another text', true)] : []
    })
  },
})

const asOthers = consistencyCheck({
  id: 'values/as-other-kinds',
  clause: 'NAME-2',
  claim: 'SHOULD show what it shows of the other kinds of services, and each listed field where it shows all others',
  sends: 'the request once more with other values, and a read of its record',
  expects:
    'each field that most kinds list, if the records of the other kinds show it; a secret as it was written, if theirs are; each field of an application, a registry, a port or a mount, if it shows all others',
  kills: ['values/unshown-*', 'values/unlike-*'],
  on: sets,
  needs: { control, taken },
  ask({ operation, taken: { writtenFields, last, exchanges } }) {
    if (!last?.record) throw new Inconclusive('no read shows its record', undefined, exchanges)
    const texts = textsIn(last.record)
    // Under another name it is shown all the same.
    const isElsewhere = (one: WrittenField) =>
      !('shown' in one) && typeof one.written === 'string' && texts.includes(one.written)
    const of = (fields: readonly string[]) =>
      writtenFields.filter((one) => fields.includes(one.field) && !isElsewhere(one))
    const written = of(common(operation))
    const secrets = written.filter((one) => isSecret(one.field) && !isPutAway(one.field, one.shown))
    const onShowing = (one: WrittenField, asking: Pick<Vote, 'question'> & Partial<Vote>) => ({
      ...asking,
      of: one.field,
      way: 'shown' in one ? ('refused' as const) : ('taken' as const),
      words: { refused: 'shown', taken: 'not shown' },
      exchanges,
    })
    return [
      ...written
        .filter(({ field }) => !isSecret(field))
        .map((one) => onShowing(one, { question: `${one.field} of a service ${UNSHOWN}`, wider: [COMMON] })),
      ...of(ofOtherRecords(operation)).map((one) => onShowing(one, { question: LISTED, few: 1 })),
      // A target that shows secrets enciphered does so for all kinds.
      ...secrets.map((one) => ({
        question: `${one.field} of a database is shown as another text than it was given`,
        of: one.field,
        way:
          compare(one.field, one.type, one.written, one.shown) === 'hidden' ? ('taken' as const) : ('refused' as const),
        words: { refused: 'shown as it was given', taken: 'shown as another text' },
        exchanges,
      })),
    ]
  },
})

export const shownByKinds: readonly ConsistencyCheck[] = [asOthers, openSecrets]
