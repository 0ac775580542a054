import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { objectBearing, objectsIn } from '../../../fixtures/payload/find.ts'
import type { Pointers } from '../../../fixtures/payload/payload.ts'
import { operation, type Operation, type OperationId } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import { isProbed, OTHERS, type Probe, type Probing } from './probe.ts'

/** The e-mail address of the invitation whose token a lane has; kept where no payload takes it from. */
export const INVITED = 'invitedEmail'

/** The value of an answer that is a success; undefined of any other. */
const valueIn = (caller: Caller, exchange: Exchange): unknown =>
  caller.success(exchange) && exchange.answer?.json.ok ? exchange.answer.json.value : undefined

/** The different values of a field, as texts, in the order in which they stand. */
const allOf = (value: unknown, field: string): readonly string[] => {
  const found = objectsIn(value).flatMap((object) => (field in object ? [object[field]] : []))
  return [...new Set(found.flatMap((one) => (typeof one === 'string' || typeof one === 'number' ? [String(one)] : [])))]
}

/** What is read around the valid request of an operation on what the run can't make; undefined where nothing is. */
export function probingOf(one: Operation, caller: Caller, pointers: Pointers): Probing | undefined {
  if (!isProbed(one)) return undefined
  const read = async (ask: Probe['ask'], id: OperationId, query: Pointers = {}): Promise<Probe[]> => {
    const reader = operation(id)
    if (!caller.allows(reader)) return []
    return [
      { ask, of: Object.values(query)[0] ?? '', exchange: await caller.call({ operation: reader, pointers: query }) },
    ]
  }
  /** The same read of others than the valid request asked for. */
  const others = async (field: string, own: string, ids: readonly string[]) => {
    const more = ids.filter((id) => id !== own).slice(0, OTHERS)
    return (await Promise.all(more.map((id) => read('one', one.id, { [field]: id })))).flat()
  }
  /** Reads again until something is gone, or as long as a write may take to be seen. */
  const until = async (ask: Probe['ask'], id: OperationId, query: Pointers, gone: (exchange: Exchange) => boolean) => {
    let last: Probe[] = []
    if (!caller.allows(operation(id))) return last
    await caller.settled(async () => {
      last = await read(ask, id, query)
      // There is one: the operation is allowed.
      return last[0]!.exchange
    }, gone)
    return last
  }
  const asked = (field: string, control: Exchange): Probe => ({
    ask: 'one',
    of: pointers[field] ?? '',
    exchange: control,
  })

  switch (one.id) {
    case 'user.byUserId':
    case 'user.byAuthId': {
      const field = one.id === 'user.byUserId' ? 'userId' : 'authId'
      return {
        async after(control) {
          const list = await read('list', 'user.all')
          const ids = list.flatMap(({ exchange }) => allOf(valueIn(caller, exchange), field))
          return [asked(field, control), ...list, ...(await others(field, pointers[field] ?? '', ids))]
        },
      }
    }
    case 'admin.one':
      return {
        after: async (control) => [{ ask: 'one', of: '', exchange: control }, ...(await read('list', 'user.all'))],
      }
    case 'admin.getUserByToken':
      return {
        async before() {
          const { token, [INVITED]: email } = pointers
          if (token === undefined || email === undefined) return []
          // The invitation was made just now, and may not be seen yet.
          await caller.settled(
            () => caller.call({ operation: one, pointers }),
            (exchange) => caller.success(exchange),
          )
          return []
        },
        async after(control) {
          const { token, [INVITED]: email = '' } = pointers
          const sees = (exchange: Exchange) => caller.success(exchange)
          const again = token !== undefined && email !== '' && !sees(control)
          // It was seen before; this read may have come from an older copy.
          const exchange = again ? await caller.settled(() => caller.call({ operation: one, pointers }), sees) : control
          return [
            { ask: 'one', of: email, exchange },
            ...(await read('unknown', one.id, { token: caller.values.unknownId() })),
          ]
        },
      }
    case 'admin.removeUser': {
      const authId = pointers['authId'] ?? ''
      const lists = (exchange: Exchange) => allOf(valueIn(caller, exchange), 'authId').includes(authId)
      return {
        before: async () => [
          ...(await read('list-before', 'user.all')),
          ...(await read('one-before', 'user.byAuthId', { authId })),
        ],
        after: async () => [
          ...(await until('list', 'user.all', {}, (exchange) => !lists(exchange))),
          ...(await until('one', 'user.byAuthId', { authId }, (exchange) => !lists(exchange))),
        ],
      }
    }
    case 'cluster.removeWorker': {
      const nodeId = pointers['nodeId'] ?? ''
      return {
        before: () => read('list-before', 'cluster.getNodes'),
        after: () =>
          until(
            'list',
            'cluster.getNodes',
            {},
            (exchange) => objectBearing(valueIn(caller, exchange), nodeId) === undefined,
          ),
      }
    }
    case 'engine.getConfig':
      return {
        async after(control) {
          const list = await read('list', 'engine.getContainers')
          const ids = list.flatMap(({ exchange }) => allOf(valueIn(caller, exchange), 'containerId'))
          return [
            asked('containerId', control),
            ...list,
            ...(await others('containerId', pointers['containerId'] ?? '', ids)),
          ]
        },
      }
    default:
      return {
        async after() {
          const list = await read('list', 'engine.getContainers')
          const names = list.flatMap(({ exchange }) => {
            const value = valueIn(caller, exchange)
            const apps = allOf(value, 'appName')
            return apps.length > 0 ? apps : allOf(value, 'name').map((name) => name.replace(/^\//, ''))
          })
          return [
            ...list,
            ...(await others('appName', '', names)),
            ...(await read('unknown', one.id, { appName: caller.values.unknownId() })),
          ]
        },
      }
  }
}
