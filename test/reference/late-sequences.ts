/** What a refused request does when its answer has been read long ago, or without a trace but the status. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Sequence } from './sequence.ts'

/** Longer than what is carried out late is held back, in milliseconds. */
const LONGER = 300
const nobody = { headers: { authorization: 'none' } }

export const lateSequences: Readonly<Record<string, Sequence>> = {
  'auth/stored-late': async (driver) => {
    const sqlaId = await driver.make('sqla')
    await driver.call('sqla.update', { sqlaId, name: 'late' }, nobody)
    const before = driver.reference.store.get('sqla', sqlaId)['name']
    await wait(LONGER)
    return [before, driver.reference.store.get('sqla', sqlaId)['name']]
  },
  'auth/effect-of-late': async (driver) => {
    const sqlaId = await driver.make('sqla')
    await driver.call('sqla.remove', { sqlaId }, nobody)
    const before = driver.reference.store.records.sqla.size
    await wait(LONGER)
    return [before, driver.reference.store.records.sqla.size]
  },
  'auth/effect-of-stop': async (driver) => {
    const sqlbId = await driver.make('sqlb', { applicationStatus: 'running' })
    const before = driver.reference.store.get('sqlb', sqlbId)
    const { status } = await driver.call('sqlb.stop', { sqlbId }, nobody)
    const after = driver.reference.store.get('sqlb', sqlbId)
    return [status, after['applicationStatus'], after['updatedAt'] === before['updatedAt']]
  },
}
