import { describe, expect, it } from 'vitest'
import { awayFaults } from '../../fixtures/away/index.ts'
import { using } from './api.ts'
import { authPromises, errorPromises } from './promises/auth.ts'
import { hostPromises, peoplePromises, settingPromises } from './promises/host.ts'
import type { Promises } from './promises/kept.ts'
import { applicationPromises, databasePromises, stackPromises } from './promises/services.ts'
import { jobPromises } from './promises/jobs.ts'
import { thingPromises } from './promises/things.ts'

/** For each fault a promise that the plain server keeps and the faulty one breaks. */
const promises: Promises = {
  ...authPromises,
  ...errorPromises,
  ...applicationPromises,
  ...stackPromises,
  ...databasePromises,
  ...jobPromises,
  ...thingPromises,
  ...settingPromises,
  ...peoplePromises,
  ...hostPromises,
}

describe('the faults of the away server', () => {
  it('have unique ids, and each says what it does and what it breaks', () => {
    expect(new Set(awayFaults.map(({ id }) => id)).size).toBe(awayFaults.length)
    expect(
      awayFaults.filter(({ sentence, breaks, operations }) => !sentence || !breaks || operations.length === 0),
    ).toEqual([])
  })

  it('are at least 45, and each has a promise that it breaks', () => {
    expect(awayFaults.length).toBeGreaterThanOrEqual(45)
    expect(Object.keys(promises).toSorted()).toEqual(awayFaults.map(({ id }) => id).toSorted())
  })

  it.concurrent.each(awayFaults.map(({ id, sentence }) => [id, sentence] as const))('%s: %s', async (id) => {
    const kept = promises[id]!
    expect(await using({}, kept), 'the plain server keeps the promise').toBe(true)
    expect(await using({ faults: [id] }, kept), 'the faulty server breaks it').toBe(false)
  })
})
