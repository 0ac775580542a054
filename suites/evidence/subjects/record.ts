import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { takesEnvironment } from '../../../fixtures/payload/fuzz/payload.ts'
import { without } from '../../../fixtures/payload/find.ts'
import { placeholdersOf, type References } from '../../../fixtures/payload/payload.ts'
import { identifierField, lifeOf, type Operation } from '../../../schemas/registry.ts'
import type { Call } from '../../scene/call-traits.ts'
import type { Caller } from '../../scene/call.ts'
import { stillGone, type RecordFixture } from '../../scene/record-fixture.ts'
import type { SceneRecord } from '../../scene/made.ts'
import { snapshotOf, type Snapshot } from '../../scene/snapshot.ts'
import { readOf } from '../census/other-read.ts'
import { isTelling, naturalField, naturalValue, ODD, tellingFields } from '../requests/stimuli.ts'
import { carefree, type Common, type TakeSnapshot, type Whom } from './common.ts'
import { withoutOthers } from '../../values/others-beside.ts'

/** An operation that reads, changes or deletes a record, tried on the lane's own one. */
export interface RecordSubject extends Common {
  readonly is: 'record'
  readonly fixture: RecordFixture
  /** The fields of the valid request. */
  body(): Fields
  /**
   * A further field that the operation naturally takes, or an environment, with a value of its own; {} where there is none.
   * @param odd whether its text holds what careless servers alter; a limit may refuse it
   */
  further(odd?: boolean): Fields
  /** How the record is seen that refused requests are about, where the valid request deletes another; null: it is the same. */
  readonly takeDecoySnapshot: TakeSnapshot | null
  /** What the state diff has seen of the record that may be spoilt, where nothing was sent to it since; null: look again. */
  secondaryLast(): Snapshot | null
  /** Records of the same kind in other lanes. */
  bystanders(): readonly Bystander[]
  /** The lane's last record that still stands, besides those that are acted on; null: it has no other. */
  newest(): Promise<TakeSnapshot | null>
}

type Fields = Readonly<Record<string, unknown>>

/** A record of another lane, which nothing is sent about but reads. */
export interface Bystander {
  takeSnapshot(): Promise<Snapshot>
  /** Whether it has not been deleted since. */
  stands(): boolean
}

export function recordSubject(operation: Operation, fixture: RecordFixture): RecordSubject {
  const { caller, scene, own, secondary, decoy } = fixture
  // Where there is none, an identifier that nobody has: the responses to bad tokens can still be told from it.
  const references = { ...fixture.parent, ...(own?.references ?? nobody(fixture)) }
  const natural = naturalField(operation)
  const deletes = operation.act.verb === 'deletes'
  const body = () => caller.validBody(operation, references) ?? {}
  const further = (odd = false): Fields => {
    if (takesEnvironment(operation)) return tellingFields(operation, caller.values.name(), body(), odd) ?? {}
    if (natural === null) return {}
    return { [natural]: naturalValue(natural, caller.values.name(), odd) }
  }
  return {
    ...carefree,
    is: 'record',
    fixture,
    body,
    further,
    volatile: fixture.volatile,
    placeholders: placeholdersOf(operation, caller.options.target, { ...fixture.parent, ...own?.references }),
    takeDecoySnapshot: decoy ? (how) => lookAt(fixture, decoy, undefined, how) : null,
    send: (variation) => {
      if (deletes && own !== null && isRightful(variation)) return scene.remove(own, variation)
      // In lower case the scheme may be taken for the right one.
      const about = decoy && !isRightful(variation) && variation.credential !== 'lower-case' ? decoy.references : {}
      return caller.call({ operation, references: { ...references, ...about }, ...variation })
    },
    takeSnapshot: operation.method === 'POST' && own !== null ? (how) => lookAt(fixture, own, operation, how) : null,
    bystanders: () => bystandersOf(fixture),
    newest: () => newestOf(fixture),
    secondaryLast: () => {
      const last = secondary && !readOf(operation, caller) ? fixture.around?.last(secondary) : undefined
      return last?.record && secondary ? shownBy(last.exchange, secondary, caller) : null
    },
    takeSecondarySnapshot:
      secondary === null || operation.method === 'GET' ? null : () => lookAt(fixture, secondary, operation),
    tell: !isTelling(operation)
      ? null
      : async (variation) => {
          const telling = tellingFields(operation, caller.values.name(), body()) ?? {}
          const exchange = await caller.call({ operation, references, body: { ...body(), ...telling }, ...variation })
          // Nobody waits for the record to be as it was before this.
          if (own && isRightful(variation) && !variation.method && caller.success(exchange))
            for (const [field, value] of Object.entries(telling)) own.written.set(field, value)
          return exchange
        },
    about: (whom, variation) => about(operation, fixture, references, whom, variation),
  }
}

function bystandersOf(fixture: RecordFixture): readonly Bystander[] {
  const { bystanders } = fixture.caller.creates
  const alike = [...bystanders].filter(({ kind }) => kind === fixture.kind)
  return alike.map((record) => ({ takeSnapshot: () => lookAt(fixture, record), stands: () => bystanders.has(record) }))
}

/** Where all of them are gone, a new one is made: what took them may take it as well. */
async function newestOf(fixture: RecordFixture): Promise<TakeSnapshot | null> {
  const { kind, scene, own, secondary, parent } = fixture
  const others = scene.alive.filter((record) => record.kind === kind && record !== own && record !== secondary)
  for (const record of others.toReversed())
    if ((await lookAt(fixture, record)).view !== undefined) return () => lookAt(fixture, record)
  const { record } = others.length > 0 ? await scene.make(kind, parent) : { record: null }
  return record && (() => lookAt(fixture, record))
}

const isRightful = (variation: Partial<Call>) => (variation.credential ?? 'right') === 'right'

const nobody = ({ kind, caller }: RecordFixture): References => ({ [identifierField[kind]]: caller.values.unknownId() })

/** What this target says of what nobody has, and a null, both say that it is gone; which of the two does not matter here. */
function shownBy(exchange: Exchange, { id }: SceneRecord, caller: Caller): Snapshot {
  const { response } = exchange
  const value = response && caller.success(exchange) && response.json.ok ? response.json.value : undefined
  // A time of day that stands around every response is not the record's.
  const view = withoutOthers(without(value, caller.profile.envelope), id) ?? undefined
  return snapshotOf(view, exchange, caller.profile)
}

/** @param write what may change it: some writes are shown by another read than `one` */
async function lookAt(
  { kind, caller }: RecordFixture,
  record: SceneRecord,
  write?: Operation,
  how?: 'lately',
): Promise<Snapshot> {
  const see = async (operation: Operation) => {
    const call = { operation, references: record.references }
    return shownBy(await (how ? caller.lately(call) : caller.call(call)), record, caller)
  }
  const one = await see(lifeOf(kind).one)
  const other = write && readOf(write, caller)
  if (!other || one.view === undefined) return one
  const { view, exchange } = await see(other)
  return { view: { ...Object(one.view), [other.name]: view ?? null }, exchange }
}

async function about(
  operation: Operation,
  fixture: RecordFixture,
  own: References,
  whom: Whom,
  variation: Partial<Call>,
): Promise<Exchange | null> {
  const { caller } = fixture
  const whose = {
    own,
    secondary: fixture.secondary?.references,
    gone: stillGone(fixture.gone, caller) ?? unknown(operation, fixture),
    odd: odd(operation, fixture),
    'other-case': null,
    'parent-gone': null,
  }[whom]
  if (!whose) return null
  const references = { ...fixture.parent, ...whose }
  const body =
    typeof variation.body === 'object' && whom === 'secondary'
      ? { ...caller.validBody(operation, references), ...variation.body }
      : undefined
  // Nothing that `sample` holds makes an unknown identifier a known one.
  const madeUp = whom === 'own' ? {} : whose
  const exchange = await caller.call({ operation, references, madeUp, ...variation, ...(body ? { body } : {}) })
  const touched = whom === 'secondary' ? fixture.secondary : whom === 'own' ? fixture.own : null
  if (touched && operation.method === 'POST' && caller.success(exchange))
    fixture.around?.touch(touched, body ?? variation.body)
  return exchange
}

/** Reads may ask for what nobody has; writes only for what this run made and deleted, unless they may destroy. */
function unknown(operation: Operation, fixture: RecordFixture): References | null {
  return operation.method === 'GET' || fixture.caller.destructive ? nobody(fixture) : null
}

/** An identifier that nobody has, of characters that have to be encoded, under every name that the operation may use. */
function odd(operation: Operation, { caller }: RecordFixture): References {
  return Object.fromEntries(operation.query.map(({ name }) => [name, `${caller.values.unknownId()}${ODD}`]))
}
