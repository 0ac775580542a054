import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { guesses, type Pointers } from '../../../fixtures/payload/payload.ts'
import { identifierField, lifeOf, type Operation } from '../../../schemas/registry.ts'
import type { Call } from '../../scene/call.ts'
import type { Cast } from '../../scene/cast.ts'
import type { SceneRecord } from '../../scene/made.ts'
import type { Snapshot } from '../../scene/snapshot.ts'
import { readOf } from '../census/other-read.ts'
import { naturalField, ODD } from '../stimuli.ts'
import { carefree, type Common, type Whom } from './common.ts'

/** An operation that reads, changes or deletes a record, tried on the lane's own one. */
export interface RecordSubject extends Common {
  readonly is: 'record'
  readonly cast: Cast
  /** The fields of the valid request. */
  body(): Fields
  /** A further field that the operation naturally takes, with a value of its own; {} where there is none. */
  further(): Fields
  /** How the record is seen that refused requests are about, where the valid request deletes another; null: it is the same. */
  readonly decoyLook: (() => Promise<Snapshot>) | null
  /** Records of the same kind in other lanes. */
  bystanders(): readonly Bystander[]
}

type Fields = Readonly<Record<string, unknown>>

/** A record of another lane, which nothing is sent about but reads. */
export interface Bystander {
  look(): Promise<Snapshot>
  /** Whether it has not been deleted since. */
  stands(): boolean
}

export function recordSubject(operation: Operation, cast: Cast): RecordSubject {
  const { caller, scene, own, secondary, decoy } = cast
  // Where there is none, an identifier that nobody has: the answers to bad tokens can still be told from it.
  const pointers = { ...cast.parent, ...(own?.pointers ?? nobody(cast)) }
  const natural = naturalField(operation)
  const deletes = operation.act.verb === 'deletes'
  const body = () => caller.validBody(operation, pointers) ?? {}
  const further = (): Fields =>
    natural === null ? {} : { [natural]: natural === 'mountPath' ? `/${caller.values.name()}` : caller.values.name() }
  return {
    ...carefree,
    is: 'record',
    cast,
    body,
    further,
    volatile: cast.volatile,
    placeholders: guesses(operation, caller.options.target, { ...cast.parent, ...own?.pointers }),
    decoyLook: decoy ? () => lookAt(cast, decoy) : null,
    send: (variation) => {
      if (deletes && own !== null && isRightful(variation)) return scene.remove(own, variation)
      // In lower case the scheme may be taken for the right one.
      const about = decoy && !isRightful(variation) && variation.credential !== 'lower-case' ? decoy.pointers : {}
      return caller.call({ operation, pointers: { ...pointers, ...about }, ...variation })
    },
    look: operation.method === 'POST' && own !== null ? () => lookAt(cast, own, operation) : null,
    bystanders: () => bystandersOf(cast),
    secondaryLook: secondary === null || operation.method === 'GET' ? null : () => lookAt(cast, secondary, operation),
    tell:
      natural === null
        ? null
        : (variation) => caller.call({ operation, pointers, body: { ...body(), ...further() }, ...variation }),
    about: (whom, variation) => about(operation, cast, pointers, whom, variation),
  }
}

function bystandersOf(cast: Cast): readonly Bystander[] {
  const { bystanders } = cast.caller.creates
  const alike = [...bystanders].filter(({ kind }) => kind === cast.kind)
  return alike.map((record) => ({ look: () => lookAt(cast, record), stands: () => bystanders.has(record) }))
}

const isRightful = (variation: Partial<Call>) => (variation.credential ?? 'right') === 'right'

const nobody = ({ kind, caller }: Cast): Pointers => ({ [identifierField[kind]]: caller.values.unknownId() })

/** @param write what may change it: some writes are shown by another read than `one` */
async function lookAt({ kind, caller }: Cast, record: SceneRecord, write?: Operation): Promise<Snapshot> {
  const see = async (read: Operation): Promise<Snapshot> => {
    const exchange = await caller.call({ operation: read, pointers: record.pointers })
    const { answer } = exchange
    // An error and a null both say that it is gone; which of the two does not matter here.
    const view = answer && caller.success(exchange) && answer.json.ok ? (answer.json.value ?? undefined) : undefined
    return { view, exchange }
  }
  const one = await see(lifeOf(kind).one)
  const other = write && readOf(write, caller)
  if (!other || one.view === undefined) return one
  const { view, exchange } = await see(other)
  return { view: { ...Object(one.view), [other.name]: view ?? null }, exchange }
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
    secondary: cast.secondary?.pointers,
    gone: cast.gone ?? unknown(operation, cast),
    odd: odd(operation, cast),
    'parent-gone': null,
  }[whom]
  if (!whose) return null
  const pointers = { ...cast.parent, ...whose }
  const body =
    typeof variation.body === 'object' && whom === 'secondary'
      ? { ...caller.validBody(operation, pointers), ...variation.body }
      : undefined
  // Nothing that `sample` holds makes an unknown identifier a known one.
  const madeUp = whom === 'own' ? {} : whose
  const exchange = await caller.call({ operation, pointers, madeUp, ...variation, ...(body ? { body } : {}) })
  const touched = whom === 'secondary' ? cast.secondary : whom === 'own' ? cast.own : null
  if (touched && operation.method === 'POST' && caller.success(exchange))
    cast.around?.touch(touched, body ?? variation.body)
  return exchange
}

/** Reads may ask for what nobody has; writes only for what this run made and deleted, unless they may destroy. */
function unknown(operation: Operation, cast: Cast): Pointers | null {
  return operation.method === 'GET' || cast.caller.destructive ? nobody(cast) : null
}

/** An identifier that nobody has, of characters that have to be encoded, under every name that the operation may use. */
function odd(operation: Operation, { caller }: Cast): Pointers {
  return Object.fromEntries(operation.query.map(({ name }) => [name, `${caller.values.unknownId()}${ODD}`]))
}
