import type { Exchange } from '../../fixtures/http/exchange.ts'
import { guesses, type Pointers } from '../../fixtures/payload/payload.ts'
import { identifierField, lifeOf, type Operation, readsRecord } from '../../schemas/registry.ts'
import type { Around } from '../scene/around.ts'
import type { Call, Caller } from '../scene/call.ts'
import { shows } from '../target/profile.ts'
import type { SceneRecord } from '../scene/made.ts'
import type { Neighbours } from './trace.ts'
import { ODD, naturalField, type Whom } from './stimuli.ts'
import { censusOfStatus } from './status-census.ts'
import { withStatusOfOthers } from './status-others.ts'
import { censusOfChange, censusOfDeleting, censusOfReading } from './record-census.ts'
import { readOf } from './other-read.ts'
import type { Cast } from '../scene/cast.ts'
import type { Bystander, Subject } from './subject.ts'
import type { Snapshot } from '../scene/snapshot.ts'

/** An operation that reads, changes or deletes a record, tried on the lane's own one. */
export function recordSubject(operation: Operation, cast: Cast): Subject {
  const { caller, scene, own, spare, decoy } = cast
  // Where there is none, an identifier that nobody has: the answers to bad tokens can still be told from it.
  const pointers = { ...cast.parent, ...(own?.pointers ?? nobody(cast)) }
  const natural = naturalField(operation)
  const deletes = operation.act.verb === 'deletes'
  const { around } = cast
  const further = (): Readonly<Record<string, unknown>> =>
    natural === null ? {} : { [natural]: natural === 'mountPath' ? `/${caller.values.name()}` : caller.values.name() }
  return {
    ...(around === null
      ? {}
      : {
          begin: () => around.refresh(),
          census: (control) =>
            operation.method === 'GET'
              ? censusOfReading(around)
              : deletes
                ? censusOfDeleting(around)
                : operation.act.aspect === 'status'
                  ? censusOfBothStatus(operation, caller, around, caller.validBody(operation, pointers) ?? {})
                  : censusOfChange(operation, caller, around, {
                      control,
                      body: caller.validBody(operation, pointers) ?? {},
                      further: further(),
                    }),
        }),
    sight: cast.sight,
    guesses: guesses(operation, caller.options.target, { ...cast.parent, ...own?.pointers }),
    ...(operation.method === 'GET' && own !== null ? { neighbours: () => neighbours(operation, cast, own) } : {}),
    ...(decoy ? { decoyLook: () => lookAt(cast, decoy) } : {}),
    send: (variation) => {
      if (deletes && own !== null && isRightful(variation)) return scene.remove(own, variation)
      // In lower case the scheme may be taken for the right one.
      const about = decoy && !isRightful(variation) && variation.credential !== 'lower-case' ? decoy.pointers : {}
      return caller.call({ operation, pointers: { ...pointers, ...about }, ...variation })
    },
    look: operation.method === 'POST' && own !== null ? () => lookAt(cast, own, operation) : null,
    bystanders: () => bystandersOf(cast),
    spareLook: spare === null || operation.method === 'GET' ? null : () => lookAt(cast, spare, operation),
    ...(natural === null
      ? {}
      : {
          tell: (variation: Partial<Call>) => {
            const body = { ...caller.validBody(operation, pointers), ...further() }
            return caller.call({ operation, pointers, body, ...variation })
          },
        }),
    about: (whom, variation) => about(operation, cast, pointers, whom, variation),
  }
}

function bystandersOf(cast: Cast): readonly Bystander[] {
  const { bystanders } = cast.caller.creates
  const alike = [...bystanders].filter(({ kind }) => kind === cast.kind)
  return alike.map((record) => ({ look: () => lookAt(cast, record), stands: () => bystanders.has(record) }))
}

async function censusOfBothStatus(operation: Operation, caller: Caller, around: Around, body: object) {
  const census = await censusOfStatus(operation, caller, around, { ...body })
  return withStatusOfOthers(operation, caller, around, { ...body }, census)
}

/** What stands on a record and on no other: its names, and all texts that the run made up for it. */
function marksOf(record: SceneRecord, run: string): readonly string[] {
  const texts = [...record.written.values(), ...Object.values(record.pointers)].filter(
    (value) => typeof value === 'string' && (value.includes(run) || value === record.pointers['appName']),
  )
  return [...new Set([...texts.map(String), ...(record.name === '' ? [] : [record.name])])]
}

async function neighbours(operation: Operation, cast: Cast, own: SceneRecord): Promise<Neighbours> {
  const { caller, spare, witness, kind } = cast
  const field = identifierField[kind]
  const ask = (pointers: Pointers) => caller.call({ operation, pointers: { ...cast.parent, ...pointers } })
  const marks = (record: SceneRecord | null) => (record ? marksOf(record, caller.options.run) : [])
  const shared = new Set(marks(spare).filter((mark) => marks(own).includes(mark)))
  const alone = (record: SceneRecord | null) => marks(record).filter((mark) => !shared.has(mark))
  const goneId = cast.gone?.[field]
  /** A list, once it shows what there is and shows no more what there was. */
  const list = () =>
    caller.patience.eventually(
      () => ask(own.pointers),
      (exchange) =>
        [own.id, spare?.id ?? own.id].every((id) => shows(exchange, id)) && !shows(exchange, goneId ?? '\0'),
      { why: 'a list to show what there is' },
    )
  const ofOther = () => (spare ? ask(spare.pointers) : cast.strayed)
  return {
    field,
    id: own.id,
    otherId: spare?.id ?? '',
    ...(goneId === undefined ? {} : { goneId }),
    own: alone(own),
    other: alone(spare),
    // The appName may be common to both.
    witness: marks(witness).filter((mark) => !marks(own).includes(mark)),
    ofOther: await (operation.act.verb === 'lists' ? list() : ofOther()),
    ofWitness: witness && readsRecord(operation) ? await ask({ [field]: witness.id }) : null,
  }
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
  const exchange = await caller.call({ operation, pointers, ...variation, ...(body ? { body } : {}) })
  const touched = whom === 'spare' ? cast.spare : whom === 'own' ? cast.own : null
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
