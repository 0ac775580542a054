import { objectBearing, without } from '../../../fixtures/payload/find.ts'
import { placeholdersOf, subjectField, type References } from '../../../fixtures/payload/payload.ts'
import { doing, type Operation } from '../../../schemas/registry.ts'
import type { Call } from '../../scene/call-traits.ts'
import type { Caller } from '../../scene/call.ts'
import { newVolatilePaths, snapshotOf, type Snapshot } from '../../scene/snapshot.ts'
import { CONTAINER_APP } from '../../target/found.ts'
import { ODD } from '../requests/stimuli.ts'
import type { Company } from './company.ts'
import { carefree, type Common } from './common.ts'
import { ownUserIn } from './own-user.ts'

type Fields = Readonly<Record<string, unknown>>

export interface HostSubject extends Common {
  readonly is: 'host'
  /** What its requests point at. */
  readonly references: References
  /** What stands around it, of what acts on the host itself. */
  readonly company: Company | null
}

/** An operation on what the run can't make: users, nodes, containers, and the host itself. */
export function hostSubject(
  one: Operation,
  caller: Caller,
  found: References,
  company: Company | null = null,
): HostSubject {
  const { expendable } = caller.options.target
  const field = subjectField(one)
  // A write goes to what may be changed or removed, else to what nobody has; a read may look at anything.
  const spendable: Readonly<Record<string, string | undefined>> = { ...ownUserIn(found), ...expendable }
  const known =
    field === undefined
      ? undefined
      : one.method === 'POST'
        ? spendable[field]
        : found[field === 'appName' ? CONTAINER_APP : field]
  const nobody = field !== undefined && known === undefined
  const references: References = {
    ...found,
    ...(field === undefined ? {} : { [field]: known ?? caller.values.unknownId() }),
  }
  const send = (variation: Partial<Call>) => caller.call({ operation: one, references, ...variation })
  return {
    ...carefree,
    is: 'host',
    company,
    references,
    tell: null,
    takeSecondarySnapshot: null,
    volatile: newVolatilePaths(),
    placeholders: nobody && field !== undefined ? [field] : placeholdersOf(one, caller.options.target, references),
    send,
    takeSnapshot: one.method === 'POST' && !nobody ? looker(one, caller, references) : null,
    about: (whom, variation) => {
      if (whom === 'other-case') {
        const path = known === undefined ? '' : otherCase(known)
        if (path === '' || path === known) return Promise.resolve(null)
        return caller.call({ operation: one, references: { path }, madeUp: { path }, ...variation })
      }
      if (whom === 'gone' || whom === 'odd') {
        const random = caller.values.unknownId()
        const path = field === 'path' ? known : undefined
        const odd = whom === 'odd' ? ODD : ''
        const id =
          path === undefined ? `${random}${odd}` : odd === '' ? elsewhere(path, random) : `${path}?${random}${odd}`
        const madeUp = field === undefined ? {} : { [field]: id }
        return caller.call({ operation: one, references: madeUp, madeUp, ...variation })
      }
      const body =
        whom === 'secondary' && typeof variation.body === 'object'
          ? // A body that is an object has fields, whichever they are.
            altered(caller.validBody(one, references) ?? {}, Object(variation.body) as Fields)
          : undefined
      return send({ ...variation, ...(body ? { body } : {}) })
    },
  }
}

/** A valid body with other values in some fields: given, or made of the valid ones, each time of others. */
const altered = (valid: Fields, other: Fields): Fields => ({
  ...valid,
  ...Object.fromEntries(
    Object.entries(other).map(([name, value]) => [name, isMadeOf(value) ? value(valid[name]) : value]),
  ),
})

const isMadeOf = (value: unknown): value is (valid: unknown) => unknown => typeof value === 'function'

/**
 * The same file name in a directory beside its own that nobody has: only a careless server takes it for the file. So it is with a
 * name that goes on after a question mark.
 */
const elsewhere = (path: string, random: string) => path.replace(/[^/]*$/, (name) => `${random}/${name}`)

/** The same name in letters of the other case, in the same directory. */
const otherCase = (path: string) =>
  path.replace(/[^/]*$/, (name) =>
    name.replaceAll(/\p{L}/gu, (letter) => {
      const small = letter.toLowerCase()
      return letter === small ? letter.toUpperCase() : small
    }),
  )

/** How users, nodes and containers are seen. */
export function looker(one: Operation, caller: Caller, references: References): (() => Promise<Snapshot>) | null {
  const { kind } = one.act
  if (kind !== 'user' && kind !== 'node' && kind !== 'container') return null
  const field = subjectField(one)
  const byAuth = kind === 'user' && field === 'authId' ? 'by-auth' : undefined
  const read = kind === 'node' ? doing('lists', kind) : doing('reads', kind, byAuth)
  if (!caller.allows(read)) return null
  const id = references[field ?? '']
  return async () => {
    const exchange = await caller.call({ operation: read, references })
    const { response } = exchange
    const value =
      caller.success(exchange) && response?.json.ok ? without(response.json.value, caller.profile.envelope) : undefined
    const view = read.query.length === 0 && id !== undefined ? objectBearing(value, id) : (value ?? undefined)
    return snapshotOf(view, exchange, caller.profile)
  }
}
