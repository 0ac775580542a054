/** Texts that are nearly an identifier, as sequences. */
import type { Sequence } from './sequence.ts'

export const nearSequences: Readonly<Record<string, Sequence>> = {
  'records/near-pattern': async (driver) => {
    const colstoreId = await driver.make('colstore')
    return (await driver.call('colstore.one', { colstoreId: `${colstoreId.slice(0, -1)}%` })).status
  },
  'records/near-query': async (driver) => {
    const applicationId = await driver.make('application')
    return (await driver.call('application.one', { applicationId: `${applicationId}' AND 'a'='a` })).status
  },
}
