/** What jobs do to records when the response of a deploy, a start or a stop was read long ago. */
import { setTimeout as wait } from 'node:timers/promises'
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, type OperationId } from '../../schemas/registry.ts'
import type { Driver } from './drive.ts'
import type { Sequence } from './sequence.ts'

/** What is stored of two records of a kind once a job on the second must be through: their names, statuses, environments and passwords. */
const afterJob =
  (kind: RecordKind, id: OperationId, ms: number, update?: OperationId): Sequence =>
  async (driver: Driver) => {
    const field = identifierField[kind]
    const ids = [await driver.make(kind, { env: 'A=1' }), await driver.make(kind, { env: 'A=1' })] as const
    const { store } = driver.reference
    const names = ids.map((one) => store.get(kind, one)['name'])
    const { appName } = store.get(kind, ids[1])
    const passwords = ids.map((one) => store.get(kind, one)['databasePassword'])
    await driver.call(id, { [field]: ids[1], ...(id.endsWith('.reload') ? { appName } : {}) })
    if (update) await driver.call(update, { [field]: ids[1], env: 'B=2' })
    await wait(ms)
    return ids.map((one, at) => {
      const record = store.records[kind].get(one)
      if (!record) return undefined
      const { name, applicationStatus, env, databaseUser, databasePassword } = record
      return [names.indexOf(name), applicationStatus, env, databaseUser, databasePassword === passwords[at]]
    })
  }

export const jobSequences: Readonly<Record<string, Sequence>> = {
  'jobs/kept-deleted': afterJob('compose', 'compose.deploy', 350),
  'jobs/kept-undone': afterJob('sqla', 'sqla.deploy', 450, 'sqla.update'),
  'jobs/kept-env': afterJob('kvstore', 'kvstore.deploy', 550),
  'jobs/kept-env-anew': afterJob('application', 'application.redeploy', 750),
  'jobs/kept-user': afterJob('sqlb', 'sqlb.deploy', 450),
  'jobs/kept-password': afterJob('sqlc', 'sqlc.deploy', 350),
  'jobs/kept-returns': afterJob('colstore', 'colstore.deploy', 550, 'colstore.remove'),
  'jobs/kept-returns-of-stack': afterJob('compose', 'compose.deploy', 550, 'compose.delete'),
  'jobs/kept-answered-alone': async (driver) => {
    const sqlaId = await driver.make('sqla')
    await driver.call('sqla.deploy', { sqlaId })
    await driver.call('sqla.update', { sqlaId, name: 'new' })
    return driver.reference.store.get('sqla', sqlaId)['name'] === 'new'
  },
  'jobs/kept-deleted-unread': afterJob('docstore', 'docstore.reload', 350),
  'jobs/others-status': afterJob('docstore', 'docstore.deploy', 300),
  'jobs/others-name': afterJob('colstore', 'colstore.rebuild', 850),
  'jobs/others-gone': afterJob('sqlb', 'sqlb.start', 250),
}
