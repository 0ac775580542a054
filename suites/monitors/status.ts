/** The one field of a database that no create lists: it has its stated type wherever it is shown (docs/judgement.md, rule 6). */
import { objectsIn } from '../../fixtures/payload/find.ts'
import { databaseKinds } from '../../schemas/operation.ts'
import { findOperation, identifierField, type Operation } from '../../schemas/registry.ts'
import type { Monitor, Watched } from '../checks/check.ts'
import { control } from '../evidence/control.ts'

const FIELD = 'applicationStatus'

/** The identifier field of the database that an operation is about; what deletes one shows nothing that has to be one. */
function identifierOf({ act }: Operation): string | undefined {
  const kind = databaseKinds.find((one) => one === act.kind)
  return kind === undefined || act.verb === 'deletes' ? undefined : identifierField[kind]
}

const statusTyped: Monitor = {
  id: 'records/status',
  clause: 'RES-databases',
  claim: 'MUST show applicationStatus as a string',
  sends: 'nothing of its own',
  expects: 'no number under applicationStatus, in any success that shows a database; null says that there is none',
  kills: ['stated/number-*'],
  whenBare: 'no response showed applicationStatus',
  needs: { control },
  on: (operation) => identifierOf(operation) !== undefined,
  watch(response, { profile, exchange }): Watched {
    const operation = findOperation(exchange.operation ?? '')
    const id = operation && identifierOf(operation)
    if (id === undefined || !response.json.ok || !profile.isSuccess(response)) return 'off'
    // What merely points at the record is no database, and calls its own things as it likes.
    const record = objectsIn(response.json.value).find((one) => id in one)
    const status = record?.[FIELD]
    if (status === undefined || status === null) return 'bare'
    return typeof status === 'string'
      ? 'held'
      : { expected: `${FIELD} as a string`, got: `${FIELD} is ${JSON.stringify(status)}`, cause: 'another type' }
  },
}

export const statusMonitors: readonly Monitor[] = [statusTyped]
