import { setTimeout as wait } from 'node:timers/promises'
import type { Promises } from './kept.ts'

export const jobPromises: Promises = {
  'compose/deploy-undoes-updates': async (api) => {
    const composeId = await api.make('compose')
    await api.post('compose.deploy', { composeId })
    await api.post('compose.update', { composeId, name: 'later' })
    await wait(400)
    return (await api.field('compose', composeId, 'name')) === 'later'
  },
  'kvstore/deploy-empties-env': async (api) => {
    const kvstoreId = await api.make('kvstore', { env: 'A=1' })
    await api.post('kvstore.deploy', { kvstoreId })
    await wait(300)
    return (await api.field('kvstore', kvstoreId, 'env')) === 'A=1'
  },
  'sqlb/deploy-removes': async (api) => {
    const sqlbId = await api.make('sqlb')
    await api.post('sqlb.deploy', { sqlbId })
    await wait(700)
    return api.has('sqlb', sqlbId)
  },
  'docstore/start-renames-others': async (api) => {
    const [other, docstoreId] = [await api.make('docstore'), await api.make('docstore', { name: 'mine' })]
    await api.post('docstore.start', { docstoreId })
    await wait(500)
    return (await api.field('docstore', other, 'name')) !== 'mine'
  },
}
