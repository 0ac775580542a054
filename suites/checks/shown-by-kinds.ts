/** What five of the six kinds of databases show of a record, the sixth shows too: they share one definition (docs/judgement.md, rule 8). */
import { databaseKinds } from '../../schemas/operation.ts'
import { operations, type Operation } from '../../schemas/registry.ts'
import { Inconclusive } from '../claim/finding.ts'
import { control } from '../evidence/control.ts'
import { taken, writesRecord } from '../evidence/census.ts'
import { isSecret } from '../values/compare.ts'
import { consistencyCheck, type ConsistencyCheck } from './check.ts'

const isDatabase = ({ act }: Operation): boolean => databaseKinds.some((kind) => kind === act.kind)

/** Fields that operations of this name list for each of the kinds, and that a record may show under their names. */
function common(operation: Operation): readonly string[] {
  const alike = operations.filter((one) => isDatabase(one) && one.name === operation.name)
  return (operation.body?.fields ?? [])
    .map(({ name }) => name)
    .filter((name) => !isSecret(name) && !name.endsWith('Id'))
    .filter(
      (name) =>
        alike.filter(({ body }) => body?.fields.some((one) => one.name === name)).length >= databaseKinds.length,
    )
}

const sets = (operation: Operation): boolean =>
  isDatabase(operation) && writesRecord(operation) && operation.effect === 'resource' && common(operation).length > 0

const asOthers = consistencyCheck({
  id: 'values/as-other-kinds',
  clause: 'NAME-2',
  claim: 'SHOULD show what it shows of the other kinds of databases',
  sends: 'the request once more with other values, and a read of its record',
  expects: 'each field that all kinds list, if the records of the other kinds show it',
  kills: ['values/unshown-*'],
  on: sets,
  needs: { control, taken },
  ask({ operation, taken: { writtenFields, last, exchanges } }) {
    if (!last?.record) throw new Inconclusive('no read shows its record', undefined, exchanges)
    const fields = common(operation)
    return writtenFields
      .filter(({ field }) => fields.includes(field))
      .map((one) => ({
        question: `${one.field} of a database is not shown once it is written`,
        of: one.field,
        way: 'shown' in one ? ('refused' as const) : ('taken' as const),
        words: { refused: 'shown', taken: 'not shown' },
        exchanges,
      }))
  },
})

export const shownByKinds: readonly ConsistencyCheck[] = [asOthers]
