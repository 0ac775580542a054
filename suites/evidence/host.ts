import { objectBearing, valueOf } from '../../fixtures/payload/find.ts'
import { guesses, subjectField, type Pointers } from '../../fixtures/payload/payload.ts'
import { doing, type Operation } from '../../schemas/registry.ts'
import type { Call, Caller } from '../scene/call.ts'
import { flagShown, permissionsCensus } from './permissions.ts'
import { probingOf } from './probing.ts'
import type { Census } from './census.ts'
import { ODD } from './stimuli.ts'
import type { Subject } from './subject.ts'
import { newVolatilePaths, type Snapshot } from '../scene/snapshot.ts'

/**
 * Where calibration keeps the appName of a container that it saw. Not under `appName`: no write may ever select by what is
 * somebody else's.
 */
export const CONTAINER_APP = 'containerAppName'

/** An operation on what the run can't make: users, nodes, containers, and the host itself. */
export function hostSubject(one: Operation, caller: Caller, found: Pointers): Subject {
  const { expendable } = caller.options.target
  const field = subjectField(one)
  // A write goes to what may be changed or removed, else to what nobody has; a read may look at anything.
  const spendable: Readonly<Record<string, string | undefined>> = { ...expendable }
  const known =
    field === undefined
      ? undefined
      : one.method === 'POST'
        ? spendable[field]
        : found[field === 'appName' ? CONTAINER_APP : field]
  const nobody = field !== undefined && known === undefined
  const pointers: Pointers = {
    ...found,
    ...(field === undefined ? {} : { [field]: known ?? caller.values.unknownId() }),
  }
  const send = (variation: Partial<Call>) => caller.call({ operation: one, pointers, ...variation })
  const probing = probingOf(one, caller, pointers)
  return {
    ...(probing ? { probing } : {}),
    sight: newVolatilePaths(),
    guesses: nobody && field !== undefined ? [field] : guesses(one, caller.options.target, pointers),
    send,
    look: one.method === 'POST' && !nobody ? looker(one, caller, pointers) : null,
    about: (whom, variation) => {
      if (whom === 'gone' || whom === 'odd') {
        const id = `${caller.values.unknownId()}${whom === 'odd' ? ODD : ''}`
        return caller.call({ operation: one, pointers: field === undefined ? {} : { [field]: id }, ...variation })
      }
      const body =
        whom === 'spare' && typeof variation.body === 'object'
          ? { ...caller.validBody(one, pointers), ...variation.body }
          : undefined
      return send({ ...variation, ...(body ? { body } : {}) })
    },
  }
}

/** How users, nodes and containers are seen. */
function looker(one: Operation, caller: Caller, pointers: Pointers): (() => Promise<Snapshot>) | null {
  const { kind } = one.act
  if (kind !== 'user' && kind !== 'node' && kind !== 'container') return null
  const field = subjectField(one)
  const byAuth = kind === 'user' && field === 'authId' ? 'by-auth' : undefined
  const read = kind === 'node' ? doing('lists', kind) : doing('reads', kind, byAuth)
  const id = pointers[field ?? '']
  return async () => {
    const exchange = await caller.call({ operation: read, pointers })
    const value = caller.success(exchange) && exchange.answer?.json.ok ? exchange.answer.json.value : undefined
    return {
      view: read.query.length === 0 && id !== undefined ? objectBearing(value, id) : (value ?? undefined),
      exchange,
    }
  }
}

const nothing = (reason: string): Census => ({
  untold: { reason, supply: 'expendable.userId in the target file, of a user whose permissions user.byUserId shows' },
  carried: [],
  kept: [],
  others: [],
  compared: { kept: 0, others: 0 },
  exchanges: [],
})

/** Sets permissions on an expendable user and puts back what was shown; nothing is sent where nothing is shown. */
export function permissionsSubject(one: Operation, caller: Caller, found: Pointers): Subject {
  const plain = hostSubject(one, caller, found)
  const flags = (one.body?.fields ?? []).filter((field) => field.name !== 'userId')
  let before: Readonly<Record<string, unknown>> | null = null
  const { look } = plain
  const other = () =>
    Object.fromEntries(
      Object.entries(before ?? {}).map(([name, value]) => [name, typeof value === 'boolean' ? !value : value]),
    )
  const withFlags = (values: Readonly<Record<string, unknown>>) => ({ ...caller.validBody(one, userOnly()), ...values })
  const userOnly = (): Pointers => ({ userId: caller.options.target.expendable.userId ?? '' })
  if (!look)
    return {
      ...plain,
      census: () => Promise.resolve(nothing('expendable names no user whose permissions may be changed')),
    }
  return {
    ...plain,
    spareLook: look,
    async prepare() {
      const first = await look()
      const whose = valueOf(first.view, 'userId')
      if (typeof whose === 'string' && whose !== caller.options.target.expendable.userId)
        return 'user.byUserId shows another user, so the permissions could not be put back and are not set'
      const shown = flags.map((flag) => [flag.name, flagShown(first.view, flag)?.value] as const)
      if (shown.some(([, value]) => value === undefined))
        return 'user.byUserId does not show the permission flags, so they could not be put back and are not set'
      before = Object.fromEntries(shown)
      caller.journal.write({ event: 'write', kind: 'user', name: one.id, before: withFlags(before) })
      return null
    },
    send: (variation) => {
      const rightful = (variation.credential ?? 'right') === 'right'
      return plain.send({ body: withFlags(rightful ? (before ?? {}) : other()), ...variation })
    },
    tell: (variation) => plain.send({ body: withFlags(other()), ...variation }),
    about: (whom, variation) => {
      const bent = whom === 'spare' && typeof variation.body === 'object'
      return plain.about(
        whom,
        bent ? { ...variation, body: { ...withFlags(before ?? {}), ...variation.body } } : variation,
      )
    },
    async census() {
      if (!before) return nothing('the permissions of the user are not shown')
      const assign = (values: Readonly<Record<string, unknown>>) => plain.send({ body: withFlags(values) })
      const userId = caller.options.target.expendable.userId ?? ''
      const all = doing('lists', 'user')
      const list = async () => {
        if (!caller.allows(all)) return null
        const exchange = await caller.call({ operation: all })
        const { answer } = exchange
        return { view: caller.success(exchange) && answer?.json.ok ? answer.json.value : undefined, exchange }
      }
      return permissionsCensus({ flags, caller, before, look, assign, list, userId })
    },
    async restore(sure) {
      if (!before) return
      const shown = before
      await sure.call({ operation: one, pointers: userOnly(), body: withFlags(shown) })
      const back = ({ view }: Snapshot) =>
        flags.every((flag) => JSON.stringify(flagShown(view, flag)?.value) === JSON.stringify(shown[flag.name]))
      const surely = looker(one, sure, { ...found, ...userOnly() }) ?? look
      const now = await sure.patience.eventually(surely, back, { why: 'permissions to be put back' })
      // Where the host refuses every write, there was nothing to put back.
      if (back(now)) caller.journal.write({ event: 'restored', kind: 'user', name: one.id })
      else {
        const why = 'user.byUserId does not show the permissions that it showed before, though they were assigned again'
        caller.leave({ kind: 'user', name: one.id, id: userOnly().userId ?? null, why })
      }
    },
  }
}
