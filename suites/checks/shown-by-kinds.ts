/** What five of the six kinds of databases show of a record, the sixth shows too: they share one definition (docs/judgement.md, rule 8). */
import { databaseKinds } from '../../schemas/operation.ts'
import { isCreate, operations, type Operation } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { control } from '../evidence/control.ts'
import { taken, writesRecord } from '../evidence/census.ts'
import type { WrittenField } from '../evidence/census/state-diff.ts'
import { compare, isPutAway, isSecret } from '../values/compare.ts'
import { consistencyCheck, type ConsistencyCheck } from './check.ts'

const isDatabase = ({ act }: Operation): boolean => databaseKinds.some((kind) => kind === act.kind)

/** Fields that operations of this name list for each of the kinds, and that a record may show under their names. */
function common(operation: Operation): readonly string[] {
  const alike = operations.filter((one) => isDatabase(one) && one.name === operation.name)
  return (operation.body?.fields ?? [])
    .map(({ name }) => name)
    .filter((name) => !name.endsWith('Id'))
    .filter(
      (name) =>
        alike.filter(({ body }) => body?.fields.some((one) => one.name === name)).length >= databaseKinds.length,
    )
}

const sets = (operation: Operation): boolean =>
  isDatabase(operation) && writesRecord(operation) && operation.effect === 'resource' && common(operation).length > 0

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
  claim: 'SHOULD show what it shows of the other kinds of databases',
  sends: 'the request once more with other values, and a read of its record',
  expects:
    'each field that all kinds list, if the records of the other kinds show it; a secret as it was written, if theirs are',
  kills: ['values/unshown-*', 'values/unlike-*'],
  on: sets,
  needs: { control, taken },
  ask({ operation, taken: { writtenFields, last, exchanges } }) {
    if (!last?.record) throw new Inconclusive('no read shows its record', undefined, exchanges)
    const fields = common(operation)
    const written = writtenFields.filter(({ field }) => fields.includes(field))
    const plain = written.filter(({ field }) => !isSecret(field))
    const secrets = written.filter((one) => isSecret(one.field) && !isPutAway(one.field, one.shown))
    return [
      ...plain.map((one) => ({
        question: `${one.field} of a database is not shown once it is written`,
        of: one.field,
        way: 'shown' in one ? ('refused' as const) : ('taken' as const),
        words: { refused: 'shown', taken: 'not shown' },
        exchanges,
      })),
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
