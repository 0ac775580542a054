/** A record that a run has left on its target, to be cleaned up. */
import { noJournal } from '../../fixtures/journal.ts'
import type { RunOptions } from '../../schemas/target.ts'
import { cleanUp } from '../../suites/run/cleanup.ts'
import { standing, type Between } from './standing.ts'

/** Cleans up after a run that left one record, to which this was done just now. */
export async function cleaned(act: 'deploy' | 'start', between: Between, over: Partial<RunOptions>) {
  const { options, store } = await standing({ between, options: { settleMs: 50 } })
  const name = 'ts-a1b2c3d4-sqla-0001'
  const id = String(store.create('sqla', { name, projectId: store.seeds.projectId })['sqlaId'])
  await fetch(`${options.target.baseUrl}/sqla.${act}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${options.target.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sqlaId: id }),
  })
  const records = [{ kind: 'sqla', name, id, why: 'made for a test' }]
  const outcome = await cleanUp({ records, settings: [], invited: [] }, { ...options, ...over }, noJournal)
  return { ...outcome, left: store.records.sqla.rows().length }
}
