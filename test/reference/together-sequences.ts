/** Requests that show what two records have together, and what a start takes away. */
import type { HttpResponse, Json } from './drive.ts'
import type { Sequence } from './sequence.ts'

const fieldsOf = ({ json }: HttpResponse): Json => (typeof json === 'object' && json !== null ? { ...json } : {})

export const togetherSequences: Readonly<Record<string, Sequence>> = {
  'census/others-environment': async (driver) => {
    const [docstoreId, other] = [await driver.make('docstore'), await driver.make('docstore')]
    await driver.call('docstore.saveEnvironment', { docstoreId, env: 'A=1' })
    return fieldsOf(await driver.call('docstore.one', { docstoreId: other }))['env']
  },
  'census/others-last-config': async (driver) => {
    const [applicationId, other] = [await driver.make('application'), await driver.make('application')]
    await driver.call('application.updateProxyConfig', { applicationId, proxyConfig: 'a: 1' })
    await driver.call('application.updateProxyConfig', { applicationId: other, proxyConfig: 'b: 2' })
    return (await driver.call('application.readProxyConfig', { applicationId })).json
  },
  'census/kept-redeployed': async (driver) => {
    const applicationId = await driver.make('application')
    await driver.call('application.saveEnvironment', { applicationId, env: 'A=1' })
    await driver.call('application.redeploy', { applicationId })
    return fieldsOf(await driver.call('application.one', { applicationId }))['env']
  },
  'people/invitation-at-once': async (driver) => {
    const invite = (email: string) => driver.call('admin.createUserInvitation', { email })
    const made = await Promise.all([invite('one@example.com'), invite('two@example.com')])
    return new Set(made.map(({ json }) => JSON.stringify(json).match(/"token":"([^"]*)"/)?.[1])).size
  },
}
