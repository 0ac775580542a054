/** A server that makes a user of an invitation at once, and a target file that names nobody who may be changed or removed. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { startAway } from '../../fixtures/away/index.ts'
import { seedUser } from '../../fixtures/reference/seeds/all.ts'
import { objectsIn } from '../../fixtures/payload/find.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { optionsFor } from '../../suites/prove/options.ts'
import { planned } from '../../suites/run/plan.ts'
import { ids, run, standing, type Between, type Stand, type Standing } from './standing.ts'

const only = ['admin.*', 'user.*']

/** A server on which colleagues stand, and a run that is told the project alone. */
async function company(stand: Stand = {}): Promise<Standing & { readonly colleagues: readonly string[] }> {
  const server = await standing({
    variants: ['habits/invited-are-users'],
    ...stand,
    options: { only, settleMs: 200, ...stand.options },
  })
  const { projectId } = server.store.seeds
  for (const name of ['ann', 'ts-ann']) seedUser(server.store, `${name}@example.com`, 'member', false)
  const target = { ...server.options.target, identifiers: { projectId }, expendable: {}, ...stand.target }
  const colleagues = server.store.users.rows().flatMap(({ userId, authId }) => [String(userId), String(authId)])
  return { ...server, colleagues, options: { ...server.options, target } }
}

const writes = ['/admin.assignPermissions', '/admin.removeUser']

/** What a run named to be changed or removed, and its outcome. */
async function named(server: Pick<Standing, 'options'>) {
  const sent = new Set<string>()
  const hear = ({ path, asked }: Exchange) => {
    const { userId, authId } = Object(asked?.body)
    if (writes.some((one) => path.endsWith(one))) for (const id of textsIn([userId, authId])) sent.add(id)
  }
  const outcome = await run(server, { exchange: hear })
  return { outcome, sent: [...sent] }
}

const permissions = 'admin.assignPermissions people/permissions'
const removed = 'admin.removeUser people/removed'

describe('a user whom the run invited', () => {
  it('is changed and removed where nobody is expendable', async () => {
    const server = await company()
    const before = structuredClone(server.store.users.entries())
    const { outcome, sent } = await named(server)
    expect(ids(outcome, 'pass')).toEqual(expect.arrayContaining([permissions, removed]))
    expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
    expect(sent.filter((id) => server.colleagues.includes(id))).toEqual([])
    expect(server.store.users.entries().slice(0, before.length)).toEqual(before)
  })

  it('is removed in the end, with all whom it invited, where somebody else is expendable', async () => {
    const server = await company()
    const { expendable } = server.store.seeds
    const target = { ...server.options.target, expendable }
    const before = server.store.users.entries().filter(([id]) => id !== expendable.userId)
    const { outcome } = await named({ options: { ...server.options, target } })
    expect(server.store.users.entries()).toEqual(before)
    expect(outcome.leftovers).toEqual([])
  })

  it('is removed where the run is interrupted just then', async () => {
    const server = await company()
    const before = structuredClone(server.store.users.entries())
    let invited = 0
    await run(server, {
      exchange({ path, response }, session) {
        if (path.endsWith('/admin.createUserInvitation') && response?.status === 200 && ++invited === 1)
          session.interrupt()
      },
    })
    expect(invited).toBeGreaterThan(0)
    expect(server.store.users.entries()).toEqual(before)
  })

  it.each([
    ['is not removed', 'people/removes-nobody'],
    ['stays and a colleague goes', 'people/removes-neighbour'],
  ])('is told as left where the first who %s', async (_, fault) => {
    const { outcome, sent } = await named(await company({ faults: [fault] }))
    const left = outcome.leftovers.filter(({ kind }) => kind === 'user')
    expect(left.map(({ why }) => why)).toEqual(
      left.map(() => 'admin.removeUser kept the first invited user, or removed somebody else as well'),
    )
    expect(left.length).toBeGreaterThan(1)
    // The last is the run's own, on whom admin.removeUser was judged.
    expect(sent.filter((id) => left.slice(1, -1).some((one) => one.id === id))).toEqual([])
  })

  it('is the newest where a new invitation ends those before it', async () => {
    const variants = ['habits/invited-are-users', 'habits/one-invitation']
    const between: Between = async (request, next) => {
      const before = server.store.users.entries().slice(4)
      const response = await next(request)
      const isInvited = request.url.endsWith('/admin.createUserInvitation') && response.ok
      if (isInvited) for (const [id] of before) server.store.users.delete(id)
      return response
    }
    const server = await company({ variants, between })
    const { outcome } = await named(server)
    expect(ids(outcome, 'pass')).toEqual(expect.arrayContaining([permissions, removed]))
    expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  })

  it.each([
    ['people/flag-dropped', permissions],
    ['people/flag-inverted', permissions],
    ['people/first-of-list', permissions],
    ['people/reach-added', permissions],
    ['people/reach-kept', permissions],
    ['people/permissions-of-all', 'admin.assignPermissions people/others'],
    ['people/removes-nobody', removed],
    ['people/removes-neighbour', removed],
  ])('shows the fault %s', async (fault, result) => {
    const { outcome } = await named(await company({ faults: [fault] }))
    expect(ids(outcome, 'fail', 'warn')).toContain(result)
  })

  it('may be listed with rights that come of a role and were not assigned', async () => {
    const between = listing((user) => ({ ...user, canCreateProjects: true }))
    const { outcome } = await named(await company({ between }))
    expect(ids(outcome, 'pass')).toContain('admin.assignPermissions people/others')
    expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  })

  it('is changed and removed on a server that was written apart from this one', async () => {
    const away = await startAway()
    onTestFinished(() => away.close())
    const { projectId = '' } = away.target.identifiers
    const told = { ...away, target: { identifiers: { projectId }, expendable: {} } }
    const outcome = await run({ options: optionsFor(told, { only, settleMs: 200, restarts: false }) })
    expect(ids(outcome, 'pass')).toEqual(expect.arrayContaining([permissions, removed]))
    expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  })

  it('costs no more requests than were planned', async () => {
    const { options } = await company()
    const count = planned(options).reduce((sum, { requests }) => sum + requests, 0)
    expect((await run({ options })).requests).toBeLessThanOrEqual(count)
  })
})

/** Changes the entries of those whom the run invited, as user.all shows them. */
const listing =
  (change: (entry: object, others: readonly object[], invited: readonly object[]) => object): Between =>
  async (request, next) => {
    const response = await next(request)
    if (!request.url.endsWith('/user.all') || !response.ok) return response
    const users = objectsIn(await response.json())
    const isInvited = (user: object) => JSON.stringify(user).includes('"ts-t')
    const [invited, others] = [users.filter(isInvited), users.filter((user) => !isInvited(user))]
    return Response.json(users.map((user) => (isInvited(user) ? change(user, others, invited) : user)))
  }

const colleague = (others: readonly object[]): object => Object(others.at(-1))

describe('nobody who stood before is changed or removed', () => {
  it.each<readonly [string, Stand]>([
    ['invitations make no user', { variants: [] }],
    [
      'an invited user is listed under a colleague’s authId',
      { between: listing((user, others) => ({ ...user, authId: Object(colleague(others)).authId })) },
    ],
    [
      'an invited user is listed under a colleague’s userId',
      { between: listing((user, others) => ({ ...user, userId: Object(colleague(others)).userId })) },
    ],
    [
      'an invited user is listed under an authId that nobody has',
      { between: listing((user) => ({ ...user, authId: 'new' })) },
    ],
    [
      'all who are invited are listed under the authId of the first',
      { between: listing((user, _, [first = user]) => ({ ...user, authId: Object(first).authId })) },
    ],
    [
      'an invited user is listed without the address',
      { between: listing((user) => ({ ...user, email: 'somebody@example.com' })) },
    ],
    [
      'the list shows an address of a colleague’s beside that of the run',
      { between: listing((user) => ({ ...user, invitedBy: 'ann@example.com' })) },
    ],
    ['the list shows one page of several', { between: paged }],
    ['invitations are not allowed', { options: { allow: ['host'] } }],
    [
      'the target file gives the address',
      { target: { sample: { 'admin.createUserInvitation': { email: 'new@example.com' } } } },
    ],
  ])('where %s', async (_, stand) => {
    const server = await company(stand)
    const before = structuredClone(server.store.users.entries())
    const { outcome, sent } = await named(server)
    // What the run names instead is what nobody has.
    const known = server.store.users.rows().flatMap(({ userId, authId }) => [String(userId), String(authId)])
    expect(sent.filter((id) => [...server.colleagues, ...known].includes(id))).toEqual([])
    expect(server.store.users.entries().slice(0, before.length)).toEqual(before)
    expect(ids(outcome, 'pass')).not.toContain(permissions)
    expect(ids(outcome, 'error')).toEqual([])
  })

  it('and nothing is asked where the target file names who may be', async () => {
    const first = await company({ variants: [] })
    const { expendable, userId, authId } = first.store.seeds
    const target = {
      ...first.options.target,
      identifiers: { userId, authId },
      expendable: { userId: expendable.userId },
    }
    const { sent } = await named({ options: { ...first.options, target } })
    expect(sent).toContain(expendable.userId)
    expect(sent).not.toContain(expendable.authId)
  })
})

/** The last two of the list of users, whoever they are. */
async function paged(request: Request, next: (request: Request) => Promise<Response>): Promise<Response> {
  const response = await next(request)
  if (!request.url.endsWith('/user.all') || !response.ok) return response
  return Response.json(objectsIn(await response.json()).slice(-2))
}
