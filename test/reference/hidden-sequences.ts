/** Requests that show the faults which a second request hides. */
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, lifeOf } from '../../schemas/registry.ts'
import type { HttpResponse, Json } from './drive.ts'
import type { Sequence } from './sequence.ts'

const fieldsOf = ({ json }: HttpResponse): Json => (typeof json === 'object' && json !== null ? { ...json } : {})

/** What a second read shows. */
const readTwice =
  (kind: RecordKind): Sequence =>
  async (driver) => {
    const { one } = lifeOf(kind)
    const input = { [identifierField[kind]]: await driver.make(kind) }
    await driver.call(one.id, input)
    const { name, registryName, databaseUser } = fieldsOf(await driver.call(one.id, input))
    return [name, registryName, databaseUser]
  }

export const hiddenSequences: Readonly<Record<string, Sequence>> = {
  'census/kept-emptied-name': async (driver) => {
    const kvstoreId = await driver.make('kvstore')
    await driver.call('kvstore.changeStatus', { kvstoreId, applicationStatus: 'idle' })
    return fieldsOf(await driver.call('kvstore.one', { kvstoreId }))['name']
  },
  'census/others-same-name': async (driver) => {
    const [sqlbId, other] = [await driver.make('sqlb'), await driver.make('sqlb')]
    await driver.call('sqlb.changeStatus', { sqlbId, applicationStatus: 'idle' })
    return fieldsOf(await driver.call('sqlb.one', { sqlbId: other }))['name']
  },
  'census/one-strips': readTwice('sqla'),
  'census/one-renames': readTwice('registry'),
}
