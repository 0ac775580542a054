/** A run makes two records of one name, and is killed before the second is answered. */
import { describe, expect, it } from 'vitest'
import { noJournal } from '../../fixtures/journal.ts'
import { cleanUp } from '../../suites/run/cleanup.ts'
import { standing, type Standing } from './standing.ts'

const NAME = 'ts-a1b2c3d4-sqla-0001'
const why = 'made for a test'

/** Makes so many of that name, and says what the journal of the killed run holds: of the last it is not known whether it was made. */
async function killed(made: number): Promise<{ readonly server: Standing; readonly first: string }> {
  const server = await standing()
  const ids = []
  for (let n = 0; n < made; n++) {
    const { sqlaId } = server.store.create('sqla', { name: NAME, projectId: server.store.seeds.projectId })
    ids.push(String(sqlaId))
  }
  return { server, first: ids[0] ?? '' }
}

const clean = ({ options }: Standing, first: string) =>
  cleanUp(
    {
      records: [
        { kind: 'sqla', name: NAME, id: null, why },
        { kind: 'sqla', name: NAME, id: first, why },
      ],
      settings: [],
      invited: [],
    },
    options,
    noJournal,
  )

describe('cleanup after a run that was killed between two creates of one name', () => {
  it.each([
    ['both, where the second was made', 2],
    ['the first, where the second was not', 1],
  ])('deletes %s', async (_, made) => {
    const { server, first } = await killed(made)
    const { leftovers } = await clean(server, first)
    expect(leftovers).toEqual([])
    expect(server.store.records.sqla.rows()).toEqual([])
  })
})
