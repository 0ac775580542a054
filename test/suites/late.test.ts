import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../judged.ts'

/** Judges what concerns refusals on a server of which no list of records is known. */
async function verdicts(fault: string, only: readonly string[]) {
  const { results } = await outcomeOf({ faults: [fault] }, { only, fuzz: 0 })
  return new Map(results.map(({ id, verdict }) => [id, verdict]))
}

describe('what is refused and carried out a quarter of a second later', () => {
  it('is found of a delete, though the record of the valid delete is gone by then', async () => {
    const found = await verdicts('auth/effect-of-late', ['sqla.remove auth/no-effect', 'port.delete auth/no-effect'])
    expect(Object.fromEntries(found)).toEqual({
      'sqla.remove auth/no-effect': 'fail',
      'port.delete auth/no-effect': 'fail',
    })
  })

  it('is found of a write when all lanes are through, though nothing else is read', async () => {
    const found = await verdicts('auth/stored-late', [
      'application.saveBuildType auth/no-header',
      'application.one auth/not-stored',
    ])
    expect(found.get('application.one auth/not-stored')).toBe('fail')
  })
})
