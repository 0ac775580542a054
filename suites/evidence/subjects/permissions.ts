import { valueOf } from '../../../fixtures/payload/find.ts'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import type { References } from '../../../fixtures/payload/payload.ts'
import { doing, type ListedField, type Operation } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import type { Snapshot } from '../../scene/snapshot.ts'
import { flagShown } from '../../values/flags.ts'
import type { Common, Unready } from './common.ts'
import { hostSubject, looker, type HostSubject } from './host.ts'

const shownBy = doing('reads', 'user').id

/** What would decide it. */
export const EXPENDABLE_USER = `expendable.userId in the target file, of a user whose permissions ${shownBy} shows`

const unready = (how: string): Unready => ({
  reason: `${shownBy} ${how}, so permissions could not be put back and are not set`,
  supply: `another ${EXPENDABLE_USER}`,
})

type Flags = Readonly<Record<string, unknown>>

export interface PermissionsSubject extends Common {
  readonly is: 'permissions'
  readonly takeSnapshot: () => Promise<Snapshot>
  readonly flags: readonly ListedField[]
  /** Whose they are. */
  readonly userId: string
  /** As shown before the first write. */
  before(): Flags
  /** All that the read showed of the user before the first write. */
  shownFirst(): unknown
  assign(values: Flags): Promise<Exchange>
}

/** Sets permissions on an expendable user, or on one of the run's own, and puts back what was shown; nothing is sent where nothing is shown. */
export function permissionsSubject(
  one: Operation,
  caller: Caller,
  found: References,
): PermissionsSubject | HostSubject {
  const plain = hostSubject(one, caller, found)
  const flags = (one.body?.fields ?? []).filter((field) => field.name !== 'userId')
  let before: Readonly<Record<string, unknown>> | null = null
  let firstView: unknown
  const { takeSnapshot } = plain
  const other = () =>
    Object.fromEntries(
      Object.entries(before ?? {}).map(([name, value]) => [name, typeof value === 'boolean' ? !value : value]),
    )
  const withFlags = (values: Readonly<Record<string, unknown>>) => ({ ...caller.validBody(one, userOnly()), ...values })
  const userId = plain.references['userId'] ?? ''
  const userOnly = (): References => ({ userId })
  // Nobody is expendable: there is nothing to see, and nothing is set.
  if (!takeSnapshot) return plain
  return {
    ...plain,
    is: 'permissions',
    takeSnapshot,
    takeSecondarySnapshot: takeSnapshot,
    flags,
    userId,
    before: () => before ?? {},
    shownFirst: () => firstView,
    assign: (values) => plain.send({ body: withFlags(values) }),
    async prepare() {
      const first = await takeSnapshot()
      if (!caller.success(first.exchange)) return unready('is answered with an error')
      const whose = valueOf(first.view, 'userId')
      if (typeof whose === 'string' && whose !== userId) return unready('shows another user')
      const shown = flags.map((flag) => [flag.name, flagShown(first.view, flag)?.value] as const)
      if (shown.some(([, value]) => value === undefined)) return unready('does not show the permission flags')
      before = Object.fromEntries(shown)
      firstView = first.view
      caller.journal.write({ event: 'write', kind: 'user', name: one.id, before: withFlags(before) })
      return null
    },
    send: (variation) => {
      const rightful = (variation.credential ?? 'right') === 'right'
      return plain.send({ body: withFlags(rightful ? (before ?? {}) : other()), ...variation })
    },
    tell: (variation) => plain.send({ body: withFlags(other()), ...variation }),
    about: (whom, variation) => {
      const altered = whom === 'secondary' && typeof variation.body === 'object'
      return plain.about(
        whom,
        altered ? { ...variation, body: { ...withFlags(before ?? {}), ...variation.body } } : variation,
      )
    },
    async restore(sure) {
      if (!before) return
      const shown = before
      await sure.call({ operation: one, references: userOnly(), body: withFlags(shown) })
      const back = ({ view }: Snapshot) =>
        flags.every((flag) => JSON.stringify(flagShown(view, flag)?.value) === JSON.stringify(shown[flag.name]))
      const surely = looker(one, sure, { ...found, ...userOnly() }) ?? takeSnapshot
      const now = await sure.patience.eventually(surely, back, { why: 'permissions to be put back' })
      // Where the host refuses every write, there was nothing to put back.
      if (back(now)) caller.journal.write({ event: 'restored', kind: 'user', name: one.id })
      else {
        const why = `${shownBy} does not show the permissions that it showed before, though they were assigned again`
        caller.leave({ kind: 'user', name: one.id, id: userId, why })
      }
    },
  }
}
