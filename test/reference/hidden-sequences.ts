/** Requests that show the faults which a second request hides. */
import type { Answer, Json } from './drive.ts'
import type { Sequence } from './sequence.ts'

const fieldsOf = ({ json }: Answer): Json => (typeof json === 'object' && json !== null ? { ...json } : {})

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
}
