/** Toggles that take the word for false, on a server whose every second read is of an earlier time. */
import { expect, it } from 'vitest'
import { runOn } from './standing.ts'

it('accuses no toggle of turning on, where an older copy shows it as it was before', async () => {
  const { results } = await runOn({
    variants: ['writes/bound', 'habits/older-copies'],
    options: {
      only: ['settings.toggleRequests', 'settings.toggleLogRotate', 'admin.assignPermissions'],
      skip: ['fuzz/*'],
    },
  })
  const told = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  expect(told.map(({ id, message }) => [id, message])).toEqual([])
  const verdicts = results.filter(({ check }) => check === 'params/wrong-type').map(({ verdict }) => verdict)
  expect(verdicts).toHaveLength(3)
  expect(verdicts).not.toContain('skipped')
})
