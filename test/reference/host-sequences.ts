/** Requests that show what actions of the host take along, and reads that look in another table. */
import type { Sequence } from './sequence.ts'

export const hostSequences: Readonly<Record<string, Sequence>> = {
  'records/kinds-alike': async (driver) => {
    const applicationId = await driver.make('compose')
    return (await driver.call('application.one', { applicationId })).status
  },
  'actions/records-cleaned': async (driver) => {
    const composeId = await driver.make('compose')
    await driver.call('settings.cleanEngineBuilder', {})
    return (await driver.call('compose.one', { composeId })).status
  },
  'actions/records-renamed': async (driver) => {
    const applicationId = await driver.make('application')
    const shown = () => driver.reference.store.records.application.get(applicationId)?.['appName']
    const before = shown()
    await driver.call('settings.updateEngineCleanup', { enableEngineCleanup: true })
    return shown() === before
  },
  'actions/settings-reset': async (driver) => {
    await driver.call('settings.writeProxyEnv', { env: 'A=1' })
    await driver.call('settings.reloadServer')
    return (await driver.call('settings.readProxyEnv')).json
  },
  'engine/restarts-first': async (driver) => {
    const { containers } = driver.reference.store
    const ids = containers.rows().map(({ containerId }) => String(containerId))
    await driver.call('engine.restartContainer', { containerId: ids.at(-1) ?? '' })
    return ids.map((id) => containers.get(id)?.['restarts'])
  },
}
