/** A server that makes a user of an invitation at once, and a run that is killed before it has removed those whom it invited. */
import { describe, expect, it } from 'vitest'
import { noJournal, type Entry } from '../../fixtures/journal.ts'
import { seedUser } from '../../fixtures/reference/seeds/all.ts'
import { cleanUp, unfinished } from '../../suites/run/cleanup.ts'
import { run, standing, type Between, type Stand, type Standing } from './standing.ts'

const BEGINS = 'ts-a1b2c3d4-'
const invited = [`${BEGINS}admin-0001@example.com`, `${BEGINS}admin-0002@example.com`]

/** A server on which two people stand whom the killed run invited, beside a colleague of a like name. */
async function killed(stand: Stand = {}): Promise<Standing> {
  const server = await standing({ ...stand, options: { settleMs: 50 } })
  for (const email of ['ts-ann@example.com', ...invited]) seedUser(server.store, email, 'member', false)
  return server
}

const clean = ({ options }: Standing, begins: string) =>
  cleanUp({ records: [], settings: [], invited: [begins] }, options, noJournal)

const addresses = ({ store }: Standing) => store.users.rows().map(({ email }) => email)

describe('cleanup after a run that was killed', () => {
  it('removes whom it invited, and nobody else', async () => {
    const server = await killed()
    const others = addresses(server).filter((email) => !invited.includes(String(email)))
    const { leftovers, removed } = await clean(server, BEGINS)
    expect(addresses(server)).toEqual(others)
    expect({ leftovers, removed }).toEqual({ leftovers: [], removed: 2 })
  })

  it('removes nobody whom another run invited', async () => {
    const server = await killed()
    const before = addresses(server)
    await clean(server, 'ts-00000000-')
    expect(addresses(server)).toEqual(before)
  })

  it('says who is left where the first removal takes somebody else', async () => {
    const { leftovers, removed } = await clean(await killed({ faults: ['people/removes-neighbour'] }), BEGINS)
    expect(leftovers.map(({ name }) => name)).toEqual(invited)
    expect(removed).toBe(0)
  })

  it('says that some may be left where the users are not listed', async () => {
    const { leftovers } = await clean(await killed({ between: unlisted }), BEGINS)
    expect(leftovers).toEqual([{ kind: 'user', name: BEGINS, id: null, why: 'user.all was answered with 500' }])
  })
})

const unlisted: Between = (request, next) =>
  request.url.endsWith('/user.all')
    ? Response.json({ message: 'out of order', code: 'INTERNAL_SERVER_ERROR', issues: [] }, { status: 500 })
    : next(request)

describe('the journal of a run', () => {
  const only = ['admin.createUserInvitation']

  it('names those invited until they are removed', async () => {
    const server = await standing({ variants: ['habits/invited-are-users'], options: { only, settleMs: 50 } })
    const entries: Entry[] = []
    const left: (readonly string[])[] = []
    await run(server, {
      journal: { write: (entry) => void entries.push(entry) },
      exchange({ path }) {
        if (path.endsWith('/admin.createUserInvitation')) left.push(unfinished(entries).invited)
      },
    })
    const begins = `ts-${server.options.run}-`
    expect(left.length).toBeGreaterThan(0)
    expect(left).toEqual(left.map(() => [begins]))
    expect(unfinished(entries).invited).toEqual([])
  })

  it('names them still where the users are no longer listed, and the run says so', async () => {
    let isInvited = false
    const between: Between = (request, next) => {
      isInvited ||= request.url.endsWith('/admin.createUserInvitation')
      return isInvited ? unlisted(request, next) : next(request)
    }
    const server = await standing({ variants: ['habits/invited-are-users'], between, options: { only, settleMs: 50 } })
    const entries: Entry[] = []
    const { leftovers } = await run(server, { journal: { write: (entry) => void entries.push(entry) } })
    const begins = `ts-${server.options.run}-`
    expect(leftovers).toMatchObject([{ kind: 'user', name: begins, id: null }])
    expect(unfinished(entries).invited).toEqual([begins])
  })
})
