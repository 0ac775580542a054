import type { Exchange } from '../../fixtures/http/exchange.ts'
import { valueOf } from '../../fixtures/payload/find.ts'
import { does, doing } from '../../schemas/registry.ts'
import type { Caller } from '../scene/call.ts'
import { mayMake } from '../scene/foreign-records.ts'
import { preparing } from '../scene/prepare.ts'
import { Scene } from '../scene/scene.ts'
import { snapshotOf, type Snapshot } from '../scene/snapshot.ts'
import { Inconclusive } from '../claim/finding.ts'
import { permissionsCensus as censusOf } from './census/of-permissions.ts'
import { control } from './control.ts'
import { evidence } from './frame/evidence.ts'
import { subject } from './subject.ts'
import { EXPENDABLE_USER } from './subjects/permissions.ts'
import { shownEffect } from './shown-effect.ts'
import { unusual } from './unusual.ts'

/** Permissions assigned several times, so that every two flags are told apart, each time followed by reads. */
export const permissionsCensus = evidence({
  id: 'permissions-census',
  needs: { subject, control },
  after: [unusual, shownEffect],
  on: does('changes', 'user'),
  // The service that is named is made and deleted.
  cost: (_operation, { target }) => 16 + preparing('application', target),
  async gather({ subject: user, caller, references }) {
    if (user.is !== 'permissions')
      throw new Inconclusive('`expendable` names no user whose permissions may change', EXPENDABLE_USER)
    const { flags, takeSnapshot, assign, userId } = user
    const scene = new Scene(caller)
    try {
      const isPlaced = caller.options.target.identifiers.projectId !== undefined
      const service = isPlaced && mayMake('application', caller) ? await scene.make('application', references) : null
      return await censusOf({
        flags,
        caller,
        before: user.before(),
        first: user.shownFirst(),
        takeSnapshot,
        assign,
        list: () => usersListed(caller),
        readByAuth: () => readByAuth(user.shownFirst(), caller),
        userId,
        serviceId: service?.record?.id ?? null,
      })
    } finally {
      for (const left of await scene.close()) caller.leave(left)
    }
  },
})

/** The user by the other identifier that the first read showed; null where it showed none. */
async function readByAuth(first: unknown, caller: Caller): Promise<Snapshot | null> {
  const operation = doing('reads', 'user', 'by-auth')
  const authId = valueOf(first, 'authId')
  if (typeof authId !== 'string' || authId === '' || !caller.allows(operation)) return null
  return seen(await caller.call({ operation, references: { authId }, madeUp: { authId } }), caller)
}

async function usersListed(caller: Caller): Promise<Snapshot | null> {
  const all = doing('lists', 'user')
  if (!caller.allows(all)) return null
  return seen(await caller.call({ operation: all }), caller)
}

function seen(exchange: Exchange, caller: Caller): Snapshot {
  const { response } = exchange
  const view = caller.success(exchange) && response?.json.ok ? response.json.value : undefined
  return snapshotOf(view, exchange, caller.profile)
}
