import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { near } from '../requests/near.ts'
import { objectBearing, objectsIn } from '../../../fixtures/payload/find.ts'
import type { References } from '../../../fixtures/payload/payload.ts'
import { doing, type Operation } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import { restartedOf, startsOf } from './starts.ts'
import { OTHERS, probeSort, type Probe, type Probing } from './probe.ts'

/** The e-mail address of the invitation whose token a lane has; kept where no payload takes it from. */
export const INVITED = 'invitedEmail'

const users = doing('lists', 'user')
const byAuth = doing('reads', 'user', 'by-auth')
const byUser = doing('reads', 'user')
const nodes = doing('lists', 'node')
const containers = doing('lists', 'container')
const config = doing('reads', 'container')

/** The value of a response that is a success; undefined of any other. */
const valueIn = (caller: Caller, exchange: Exchange): unknown =>
  caller.success(exchange) && exchange.response?.json.ok ? exchange.response.json.value : undefined

/** The different values of a field, as texts, in the order in which they stand. */
const allOf = (value: unknown, field: string): readonly string[] => {
  const found = objectsIn(value).flatMap((object) => (field in object ? [object[field]] : []))
  return [...new Set(found.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : [])))]
}

/** What is read around the valid request of an operation on what the run can't make; undefined where nothing is. */
export function probingOf(one: Operation, caller: Caller, references: References): Probing | undefined {
  const sort = probeSort(one)
  if (sort === undefined) return undefined
  const read = async (ask: Probe['ask'], reader: Operation, query: References = {}): Promise<Probe[]> => {
    if (!caller.allows(reader)) return []
    return [
      {
        ask,
        of: Object.values(query)[0] ?? '',
        exchange: await caller.call({ operation: reader, references: query, madeUp: query }),
      },
    ]
  }
  /** The same read of others than the valid request asked for. */
  const others = async (field: string, own: string, ids: readonly string[]) => {
    const more = [...new Set(ids)].filter((id) => id !== own).slice(0, OTHERS)
    return (await Promise.all(more.map((id) => read('one', one, { [field]: id })))).flat()
  }
  /** The operation about nobody, which may do nothing to anybody. */
  const aboutNobody = async (field: string): Promise<readonly Probe[]> => {
    const madeUp = { [field]: caller.values.unknownId() }
    return [{ ask: 'unknown', of: '', exchange: await caller.call({ operation: one, references: madeUp, madeUp }) }]
  }
  /** Reads again until something is gone, or as long as a write may take to be seen. */
  const until = async (
    ask: Probe['ask'],
    reader: Operation,
    query: References,
    gone: (exchange: Exchange) => boolean,
  ) => {
    const holds = (probes: readonly Probe[]) => probes.every(({ exchange }) => gone(exchange))
    return caller.patience.eventually(() => read(ask, reader, query), holds, {
      why: `${one.id} to show in ${reader.id}`,
    })
  }
  const asked = (field: string, control: Exchange): Probe => ({
    ask: 'one',
    of: references[field] ?? '',
    exchange: control,
  })

  const idsIn = (all: readonly Probe[]) =>
    all.flatMap(({ exchange }) => allOf(valueIn(caller, exchange), 'containerId'))
  /** Where a list shows the beginning of an identifier that another list shows whole: a read by either. */
  const inPart = async (list: readonly Probe[], found: readonly Probe[]): Promise<readonly Probe[]> => {
    const known = idsIn(list)
    const isPart = (id: string) => (whole: string) => whole !== id && whole.startsWith(id)
    const part = idsIn(found).find((id) => !known.includes(id) && known.some(isPart(id)))
    const whole = part && known.find(isPart(part))
    if (!part || !whole) return []
    return [
      ...(await read('part', config, { containerId: part })),
      ...(await read('whole', config, { containerId: whole })),
    ]
  }

  switch (sort) {
    case 'user': {
      const field = one.act.aspect === 'by-auth' ? 'authId' : 'userId'
      return {
        async after(control) {
          const list = await read('list', users)
          const expendable = caller.options.target.expendable[field]
          const ids = [expendable ?? [], list.flatMap(({ exchange }) => allOf(valueIn(caller, exchange), field))].flat()
          const own = references[field] ?? ''
          // The one that may be removed is nobody whom a list of all users may leave out, so it is read as one of the others.
          const first = own === expendable ? '' : own
          const confused = own === '' ? [] : [...near(own), references[field === 'userId' ? 'authId' : 'userId'] ?? own]
          const confusing = await Promise.all(
            confused.filter((id) => id !== own).map((id) => read('one', one, { [field]: id })),
          )
          return [asked(field, control), ...list, ...(await others(field, first, ids)), ...confusing.flat()]
        },
      }
    }
    case 'self':
      return {
        after: async (control) => [{ ask: 'one', of: '', exchange: control }, ...(await read('list', users))],
      }
    case 'invitation': {
      const invited = (within: number) =>
        caller.patience.eventually(
          () => caller.call({ operation: one, references }),
          (exchange) => caller.success(exchange),
          { why: 'an invitation to be shown', within },
        )
      return {
        async before() {
          const { token, [INVITED]: email } = references
          if (token === undefined || email === undefined) return []
          // The invitation was made just now, and may not be seen yet.
          await invited(caller.patience.learned())
          return []
        },
        async after(control) {
          const { token, [INVITED]: email = '' } = references
          const again = token !== undefined && email !== '' && !caller.success(control)
          // It was seen before; this read may have come from an older copy.
          const exchange = again ? await invited(caller.patience.whole) : control
          return [
            { ask: 'one', of: email, exchange },
            ...(await read('unknown', one, { token: caller.values.unknownId() })),
          ]
        },
      }
    }
    case 'removed-user': {
      const authId = references['authId'] ?? ''
      const shows = (exchange: Exchange, field: string, id: string) =>
        allOf(valueIn(caller, exchange), field).includes(id)
      return {
        before: async () => [
          ...(await read('list-before', users)),
          ...(await read('one-before', byAuth, { authId })),
          ...(await aboutNobody('authId')),
        ],
        async after(control, begun) {
          const shown = begun.map(({ exchange }) => objectBearing(valueIn(caller, exchange), authId))
          const [userId] = shown.flatMap((user) => allOf(user, 'userId'))
          // Nobody is waited for whose removal was refused.
          const gone = (exchange: Exchange) =>
            !caller.success(control) ||
            (!shows(exchange, 'authId', authId) && (userId === undefined || !shows(exchange, 'userId', userId)))
          return [
            ...(await until('list', users, {}, gone)),
            ...(await until('one', byAuth, { authId }, gone)),
            ...(userId === undefined ? [] : await until('one', byUser, { userId }, gone)),
          ]
        },
      }
    }
    case 'removed-node': {
      const nodeId = references['nodeId'] ?? ''
      return {
        before: async () => [...(await read('list-before', nodes)), ...(await aboutNobody('nodeId'))],
        after: () =>
          until('list', nodes, {}, (exchange) => objectBearing(valueIn(caller, exchange), nodeId) === undefined),
      }
    }
    case 'restarted': {
      const named = references['containerId'] ?? ''
      const each = async (ask: 'one-before' | 'one', ids: readonly string[]) =>
        (await Promise.all(ids.map((containerId) => read(ask, config, { containerId })))).flat()
      const withNeighbours = (list: readonly Probe[]) => {
        const ids = list.flatMap(({ exchange }) => allOf(valueIn(caller, exchange), 'containerId'))
        const at = ids.indexOf(named)
        return at < 0 ? [named] : [...new Set([at, at + 1, at - 1].map((place) => ids.at(place % ids.length) ?? ''))]
      }
      const said = (probes: readonly Probe[]) =>
        startsOf(probes.map(({ of, exchange }) => ({ of, value: valueIn(caller, exchange) })))
      return {
        async before() {
          const list = await read('list-before', containers)
          return [...list, ...(await each('one-before', withNeighbours(list))), ...(await aboutNobody('containerId'))]
        },
        after(_control, begun) {
          // The list may have grown meanwhile, so that others are the neighbours now.
          const same = begun.filter(({ ask }) => ask === 'one-before').map(({ of }) => of)
          const takeSnapshot = async () => [...(await read('list', containers)), ...(await each('one', same))]
          const before = said(begun)
          const isThere = (probes: readonly Probe[]) =>
            probes.some(({ exchange }) => objectBearing(valueIn(caller, exchange), named) !== undefined)
          const wasThere = isThere(begun)
          // Where nothing shows that anything started, there is nothing to wait for.
          const holds = (probes: readonly Probe[]) => {
            const changed = restartedOf(before, said(probes))
            return changed.includes(named) || (changed.length === 0 && (isThere(probes) || !wasThere))
          }
          return caller.patience.eventually(takeSnapshot, holds, { why: 'the restart of a container to show' })
        },
      }
    }
    case 'container':
      return {
        async after(control) {
          const list = await read('list', containers)
          const ids = list.flatMap(({ exchange }) => allOf(valueIn(caller, exchange), 'containerId'))
          return [
            asked('containerId', control),
            ...list,
            // The last as well: who counts one too few takes another for it.
            ...(await others('containerId', references['containerId'] ?? '', [...ids.slice(-1), ...ids])),
          ]
        },
      }
    case 'containers':
      return {
        async after() {
          const list = await read('list', containers)
          const names = list.flatMap(({ exchange }) => {
            const value = valueIn(caller, exchange)
            const apps = allOf(value, 'appName')
            return apps.length > 0 ? apps : allOf(value, 'name').map((name) => name.replace(/^\//, ''))
          })
          const found = await others('appName', '', names)
          return [
            ...list,
            ...found,
            ...(await read('unknown', one, { appName: caller.values.unknownId() })),
            ...(await inPart(list, found)),
          ]
        },
      }
  }
}
