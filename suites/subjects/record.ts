import type { Exchange } from '../../fixtures/exchange.ts'
import { guesses, type Pointers } from '../../fixtures/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { identifierField, lifeOf, type Operation } from '../../schemas/registry.ts'
import type { Call, Caller } from '../call.ts'
import type { Scene, SceneRecord } from '../scene.ts'
import { ODD, naturalField, type Whom } from '../stimuli.ts'
import type { Look, Sight, Subject } from '../subject.ts'

/** What a lane of records works with. */
export interface Cast {
  readonly kind: RecordKind
  readonly caller: Caller
  readonly scene: Scene
  /** The record that operations are tried on; null where none could be made. */
  readonly own: SceneRecord | null
  /** A second one, for requests that may spoil it. */
  readonly spare: SceneRecord | null
  /** One that this run made and deleted: its identifier is unknown. */
  readonly gone: Pointers | null
  /** What records of this kind are made under. */
  readonly parent: Pointers
  readonly goneParent: Pointers | null
  readonly sight: Sight
}

/** An operation that reads, changes or deletes a record, tried on the lane's own one. */
export function recordSubject(operation: Operation, cast: Cast): Subject {
  const { caller, scene, own, spare } = cast
  // Where there is none, an identifier that nobody has: the answers to bad tokens can still be told from it.
  const pointers = { ...cast.parent, ...(own?.pointers ?? nobody(cast)) }
  const natural = naturalField(operation)
  const withNatural = () => ({
    ...caller.validBody(operation, pointers),
    ...(natural === null
      ? {}
      : { [natural]: natural === 'mountPath' ? `/${caller.values.name()}` : caller.values.name() }),
  })
  const deletes = operation.act.verb === 'deletes'
  return {
    sight: cast.sight,
    guesses: guesses(operation, caller.options.target, { ...cast.parent, ...own?.pointers }),
    send: (variation) =>
      deletes && own !== null && isRightful(variation)
        ? scene.remove(own, variation)
        : caller.call({ operation, pointers, ...variation }),
    look: operation.method === 'POST' && own !== null ? () => lookAt(cast, own) : null,
    spareLook: spare === null || operation.method === 'GET' ? null : () => lookAt(cast, spare),
    ...(natural === null
      ? {}
      : {
          tell: (variation: Partial<Call>) => caller.call({ operation, pointers, body: withNatural(), ...variation }),
        }),
    about: (whom, variation) => about(operation, cast, pointers, whom, variation),
  }
}

const isRightful = (variation: Partial<Call>) => (variation.credential ?? 'right') === 'right'

const nobody = ({ kind, caller }: Cast): Pointers => ({ [identifierField[kind]]: caller.values.unknownId() })

async function lookAt({ kind, caller }: Cast, record: SceneRecord): Promise<Look> {
  const exchange = await caller.call({ operation: lifeOf(kind).one, pointers: record.pointers })
  const { answer } = exchange
  // An error and a null both say that it is gone; which of the two does not matter here.
  const view = answer && caller.success(exchange) && answer.json.ok ? (answer.json.value ?? undefined) : undefined
  return { view, exchange }
}

async function about(
  operation: Operation,
  cast: Cast,
  own: Pointers,
  whom: Whom,
  variation: Partial<Call>,
): Promise<Exchange | null> {
  const { caller } = cast
  const whose = {
    own,
    spare: cast.spare?.pointers,
    gone: cast.gone ?? unknown(operation, cast),
    odd: odd(operation, cast),
    'parent-gone': null,
  }[whom]
  if (!whose) return null
  const pointers = { ...cast.parent, ...whose }
  const body =
    typeof variation.body === 'object' && whom === 'spare'
      ? { ...caller.validBody(operation, pointers), ...variation.body }
      : undefined
  return caller.call({ operation, pointers, ...variation, ...(body ? { body } : {}) })
}

/** Reads may ask for what nobody has; writes only for what this run made and deleted, unless they may destroy. */
function unknown(operation: Operation, cast: Cast): Pointers | null {
  return operation.method === 'GET' || cast.caller.destructive ? nobody(cast) : null
}

/** An identifier that nobody has, of characters that have to be encoded, under every name that the operation may use. */
function odd(operation: Operation, { caller }: Cast): Pointers {
  return Object.fromEntries(operation.query.map(({ name }) => [name, `${caller.values.unknownId()}${ODD}`]))
}
