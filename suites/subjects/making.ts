import type { Exchange } from '../../fixtures/exchange.ts'
import { objectsIn } from '../../fixtures/find.ts'
import { identifierField, type Operation } from '../../schemas/registry.ts'
import type { Call } from '../call.ts'
import type { Making } from '../scene.ts'
import { shows } from '../profile.ts'
import type { Look, Subject } from '../subject.ts'
import type { Cast } from './record.ts'

/**
 * An operation that makes records. Its effects are seen where such records are listed: by the names that it was given,
 * or, where it takes no name, by the identifiers that are there.
 * @param first the making that the lane began with: it serves as the authorised request
 */
export function makingSubject(operation: Operation, cast: Cast, first: Making | null): Subject {
  const { kind, caller, scene } = cast
  const names: string[] = []
  const named = operation.name === 'create'
  let unused = first
  const send = async (variation: Partial<Call>): Promise<Exchange> => {
    const rightful = (variation.credential ?? 'right') === 'right'
    const plain = Object.keys(variation).length === 0
    if (plain && unused?.exchange) {
      const { exchange, record } = unused
      unused = null
      if (record && record.name !== '') names.push(record.name)
      return exchange
    }
    const { exchange, name } = await scene.send(operation, kind, cast.parent, variation)
    if (name !== '') names.push(name)
    await scene.adopt(kind, exchange, name, cast.parent, { stays: plain && rightful })
    return exchange
  }
  return {
    nobody: false,
    moving: cast.moving,
    send,
    look: () => listing(cast, named ? names : null),
    about: async (whom, variation) => {
      if (scene.closed(kind)) return null
      const parent = whom === 'parent-gone' ? cast.goneParent : cast.parent
      if (parent === null) return null
      const body =
        whom === 'spare' && typeof variation.body === 'object'
          ? { ...caller.validBody(operation, parent), ...variation.body }
          : variation.body
      const { exchange, name } = await scene.send(operation, kind, parent, {
        ...variation,
        ...('body' in variation ? { body } : {}),
      })
      await scene.adopt(kind, exchange, name, parent, { stays: false })
      return exchange
    },
  }
}

/** Which of the names, or which identifiers, are listed. */
async function listing({ kind, caller, parent, own }: Cast, names: readonly string[] | null): Promise<Look> {
  const exchange = await caller.lookup(kind, parent)
  if (!exchange) {
    // Nothing lists them: any answer will do to stand beside a view that is not there.
    return { view: undefined, exchange: own?.made ?? noExchange }
  }
  if (!caller.success(exchange) || !exchange.answer?.json.ok) return { view: undefined, exchange }
  const field = identifierField[kind]
  const ids = objectsIn(exchange.answer.json.value).flatMap((object) => (field in object ? [String(object[field])] : []))
  const view = names ? names.filter((name) => shows(exchange, name)) : [...new Set(ids)].sort()
  return { view, exchange }
}

const noExchange: Exchange = {
  serial: 0,
  operation: null,
  method: 'GET',
  path: '/',
  headers: {},
  body: null,
  credential: 'right',
  answer: null,
  failure: 'not sent: no operation lists such records',
}
