/** Records that are deleted while the job of a deploy is at work on them. */
import { onTestFinished, expect, it } from 'vitest'
import type { Store } from '../../fixtures/reference/store.ts'
import { run, standing } from './standing.ts'

/** How long a job shows that it goes on, and when it is through with what it saves or deletes; in milliseconds. */
const JOB = 3000
const THROUGH = 600
const STEP = 100

/** What a job does with a record that was deleted while it was at work, some time after the delete was answered. */
type Manner = 'brings back' | 'leaves away' | 'deletes then'

/** What became of jobs/kept on the deploy of a column store, and what the run left. */
async function judged(manner: Manner) {
  const held: { store?: Store } = {}
  const atWork = new Set<string>()
  const timers: NodeJS.Timeout[] = []
  onTestFinished(() => timers.forEach((timer) => clearInterval(timer)))
  const work = (kind: 'application' | 'colstore', id: string) => {
    const table = held.store?.records[kind]
    const loaded = table?.get(id)
    if (!table || !loaded) return
    atWork.add(id)
    let steps = 0
    const timer = setInterval(() => {
      const row = table.get(id)
      if (row) table.set(id, { ...row, applicationStatus: ++steps % 2 === 0 ? 'running' : 'building' })
    }, STEP)
    timers.push(timer)
    setTimeout(() => clearInterval(timer), JOB).unref()
    setTimeout(() => {
      atWork.delete(id)
      if (manner === 'brings back' && !table.get(id)) table.set(id, loaded)
    }, THROUGH).unref()
  }
  const stand = await standing({
    async between(request, next) {
      const { pathname } = new URL(request.url)
      const named = /"(?:colstore|application)Id":"([^"]+)"/.exec(await request.clone().text())?.[1] ?? ''
      const row = held.store?.records.colstore.get(named)
      const response = await next(request)
      if (!response.ok) return response
      if (pathname.endsWith('/colstore.deploy')) work('colstore', named)
      if (pathname.endsWith('/application.deploy')) work('application', named)
      if (manner === 'deletes then' && pathname.endsWith('/colstore.remove') && atWork.has(named) && row) {
        held.store?.records.colstore.set(named, row)
        setTimeout(() => held.store?.records.colstore.delete(named), THROUGH).unref()
      }
      return response
    },
    // That jobs go on is learned once in a run, of whichever record moves first.
    options: { only: ['colstore', 'application'], skip: ['fuzz/*'] },
  })
  held.store = stand.store
  const { results, leftovers } = await run(stand)
  const left = stand.store.records.colstore.rows().filter((row) => String(row['name']).startsWith('ts-'))
  return { verdict: results.find(({ id }) => id === 'colstore.deploy jobs/kept')?.verdict, leftovers, left }
}

it('warns of a job that brings its record back, and deletes that again', async () => {
  expect(await judged('brings back')).toEqual({ verdict: 'warn', leftovers: [], left: [] })
})

it.each(['leaves away', 'deletes then'] as const)('passes a job that %s what was deleted meanwhile', async (manner) => {
  expect(await judged(manner)).toEqual({ verdict: 'pass', leftovers: [], left: [] })
})
