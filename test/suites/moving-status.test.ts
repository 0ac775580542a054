/** A status that an earlier deploy still moves is waited for: changeStatus is judged once it stands. */
import { expect, it } from 'vitest'
import { run, standing } from './standing.ts'
import type { Store } from '../../fixtures/reference/store.ts'

/** How long after its response a start or a deploy moves the status, in milliseconds. */
const LATER = [300, 1500]

it('is judged on a target whose deploys go on after their responses', async () => {
  const held: { store?: Store } = {}
  const stand = await standing({
    async between(request, next) {
      const path = new URL(request.url).pathname
      const id = /"sqlaId":"([^"]+)"/.exec(await request.clone().text())?.[1]
      const response = await next(request)
      if (!/\/sqla\.(?:start|deploy|reload)$/.test(path) || !response.ok || id === undefined) return response
      for (const [step, ms] of LATER.entries())
        setTimeout(() => {
          const record = held.store?.records.sqla.get(id)
          if (record) held.store?.records.sqla.set(id, { ...record, applicationStatus: `step-${step}` })
        }, ms)
      return response
    },
    options: { only: ['sqla'], skip: ['fuzz/*'] },
  })
  held.store = stand.store
  const { results } = await run(stand)
  const statuses = results.filter(({ check }) => check.startsWith('status/'))
  expect(statuses.map(({ id, verdict, reason, got }) => [id, verdict, reason, got])).toEqual([
    ['sqla.changeStatus status/set', 'pass', undefined, undefined],
    ['sqla.changeStatus status/shown', 'pass', undefined, undefined],
    ['sqla.changeStatus status/kept', 'pass', undefined, undefined],
  ])
  expect(results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id)).toEqual([])
})
