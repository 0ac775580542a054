import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { identifiersIn } from '../../../fixtures/payload/find.ts'
import { placeholdersOf } from '../../../fixtures/payload/payload.ts'
import { identifierField, isCreate, type Operation } from '../../../schemas/registry.ts'
import type { Call } from '../../scene/call-traits.ts'
import { namelessIn, ownTexts } from '../../scene/find-record.ts'
import { stillGone, type RecordFixture } from '../../scene/record-fixture.ts'
import type { CreateOutcome, SceneRecord } from '../../scene/made.ts'
import { snapshotOf, type Snapshot } from '../../scene/snapshot.ts'
import { shows } from '../../target/profile.ts'
import type { Common, Whom } from './common.ts'

/** Records that are listed although the request that made them was answered with an error. */
export interface Stored {
  readonly names: readonly string[]
  readonly exchanges: readonly Exchange[]
}

export interface CreateSubject extends Common {
  readonly is: 'create'
  readonly fixture: RecordFixture
  /** The read that showed first what this response made. */
  shown(made: Exchange): Exchange | null
  /** The record that this response made; null where none was found. */
  record(made: Exchange): SceneRecord | null
  /** Whether what is made without a name can be found again, to be deleted. */
  findable(whom: Whom, variation: Partial<Call>): boolean
  /** Which records are listed that requests answered with an error should not have made; they are deleted. */
  stored(): Promise<Stored | null>
}

/**
 * An operation that makes records. Its effects are seen where such records are listed: by the names that it was given,
 * or, where it takes no name, by the identifiers that are there.
 * @param begun the making that the lane began with: it serves as the authorised request
 */
export function createSubject(
  operation: Operation,
  fixture: RecordFixture,
  begun: CreateOutcome | null,
): CreateSubject {
  const { kind, caller, scene } = fixture
  const names: string[] = []
  const refused: string[] = []
  const erred: { readonly name: string; readonly exchange: Exchange }[] = []
  const madeBy = new Map<Exchange, SceneRecord>()
  const named = isCreate(operation)
  let first: Exchange | null = null
  let unused = begun
  const turns = inTurns()
  const unnamed = unnamedOf(fixture)
  const sendOne = async (variation: Partial<Call>): Promise<Exchange> => {
    const rightful = (variation.credential ?? 'right') === 'right'
    if (Object.keys(variation).length === 0 && unused?.exchange) {
      const { exchange, record } = unused
      unused = null
      if (record) madeBy.set(exchange, record)
      if (record && record.name !== '') names.push(record.name)
      return (first = exchange)
    }
    // What can't be found can't be deleted: then no more are made, and the first response has to do.
    if (rightful && scene.closed(operation) && first) return first
    const { exchange, name } = await scene.send(operation, kind, fixture.parent, variation)
    if (rightful) first ??= exchange
    if (name !== '') (rightful ? names : refused).push(name)
    const record = await scene.adopt(operation, kind, exchange, name, fixture.parent)
    if (record) madeBy.set(exchange, record)
    const fields = Object.entries(Object(exchange.asked?.body) as Readonly<Record<string, unknown>>)
    for (const [field, value] of fields) record?.written.set(field, value)
    // The authorised record stays until its effect was looked for; all others have served.
    const hasServed = record && Object.keys(variation).length > 0
    if (hasServed && !(rightful && named && scene.secondaries.keeps(record))) await scene.dispose(record)
    return exchange
  }
  const { lost } = caller.creates
  // What got no response, or only when it was sent again, may have been carried out; a success whose record no read showed was.
  const isRejected = (one: Exchange) => one.response !== null && !one.resent && !caller.success(one)
  return {
    is: 'create',
    fixture,
    prepare: () => Promise.resolve(null),
    tell: null,
    takeSecondarySnapshot: null,
    volatile: fixture.volatile,
    placeholders: placeholdersOf(operation, caller.options.target, fixture.parent),
    // Of what bears no name, one at a time is told from what was there before.
    send: named ? sendOne : turns(sendOne),
    // Without names only the whole list tells: the run's own records apart, for other lanes make some.
    takeSnapshot: () => (named ? listing(fixture, [...names, ...refused]) : unnamed.takeSnapshot()),
    async restore(sure) {
      for (const id of unnamed.strayed(madeBy.values())) sure.leave({ kind, name: '', id, why: STRAYED })
      const listed = refused.length > 0 ? await sure.lookup(kind, fixture.parent) : null
      if (listed) await scene.sweep(kind, refused.splice(0), listed)
    },
    about: turns(async (whom: Whom, variation: Partial<Call>) => {
      const parent = whom === 'parent-gone' ? stillGone(fixture.goneParent, caller) : fixture.parent
      if (parent === null || whom === 'gone' || isOfRead(whom) || scene.closed(operation)) return null
      const broken = Object.keys(variation).length > 0
      if (broken && lost.has(operation)) return null
      const altered = whom === 'secondary' && typeof variation.body === 'object'
      const body = altered ? { ...caller.validBody(operation, parent), ...variation.body } : variation.body
      const call = { ...variation, ...('body' in variation ? { body } : {}) }
      const { exchange, name } = await scene.send(operation, kind, parent, call)
      const record = await scene.adopt(operation, kind, exchange, name, parent, broken ? [] : undefined)
      if (record) madeBy.set(exchange, record)
      if (record) await scene.dispose(record)
      else if (broken && caller.success(exchange)) lost.add(operation)
      // What is altered may be anybody's; only what the run gave it tells that it was made.
      else if (/^\d{5}$|ts-/.test(name) && whom !== 'parent-gone') erred.push({ name, exchange })
      return exchange
    }),
    shown: (made) => madeBy.get(made)?.shown ?? null,
    record: (made) => madeBy.get(made) ?? null,
    findable(whom, { body, rawBody }) {
      const value = first?.response?.json.ok === true ? first.response.json.value : undefined
      if (identifiersIn(value, identifierField[kind], '').some(({ sole, alone }) => sole || alone)) return true
      // A listing shows it by whatever else it carries of the run's own.
      const rest = whom === 'secondary' ? { ...caller.validBody(operation, fixture.parent), ...Object(body) } : body
      const isListed = caller.options.target.lookup[kind] !== undefined
      return isListed && rawBody === undefined && ownTexts(rest, caller.options.run).length > 0
    },
    async stored() {
      const unmade = erred.splice(0)
      const listed = unmade.length > 0 ? await caller.lookup(kind, fixture.parent) : null
      if (!listed || !caller.success(listed)) return null
      const made = unmade.filter(({ name }) => shows(listed, name))
      const there = made.filter(({ exchange }) => isRejected(exchange))
      const names = there.map(({ name }) => name)
      if (names.length > 0) caller.creates.storing.add(kind)
      await scene.sweep(
        kind,
        made.map(({ name }) => name),
        listed,
      )
      return { names, exchanges: [...there.slice(0, 2).map(({ exchange }) => exchange), listed] }
    },
  }
}

const isOfRead = (whom: Whom) => whom === 'odd' || whom === 'other-case'

const STRAYED = 'it is listed since a request was rejected that creates such records; it may also be another’s'

/** Watches a list whose records bear no name of the run. */
function unnamedOf(fixture: RecordFixture) {
  let first: ReadonlySet<string> | null = null
  const added = new Set<string>()
  return {
    async takeSnapshot(): Promise<Snapshot> {
      const seen = await listing(fixture, null)
      // What another run makes bears no name either.
      if (fixture.caller.creates.otherRuns.seen !== null) return { ...seen, isUnread: true }
      const ids = Array.isArray(seen.view) ? seen.view.map(String) : []
      first ??= new Set(ids)
      for (const id of ids) if (!first.has(id)) added.add(id)
      return seen
    },
    /** What came to be listed, and is none of these records. */
    strayed: (known: Iterable<SceneRecord>): readonly string[] => {
      const own = new Set([...known].map(({ id }) => id))
      return [...added].filter((id) => !own.has(id))
    },
  }
}

/** One after another: whether what one made can be found again decides whether the next is sent. */
function inTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <A extends readonly unknown[], R>(act: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> => {
      const next = last.then(() => act(...args))
      last = next.catch(() => undefined)
      return next
    }
}

/** Which of the names, or which identifiers, are listed. */
async function listing(
  { kind, caller, parent, own }: RecordFixture,
  names: readonly string[] | null,
): Promise<Snapshot> {
  const exchange = await caller.lookup(kind, parent)
  if (!exchange) {
    // Nothing lists them, so there is no view of them: this response takes its place, and nobody looks into it.
    return { view: undefined, exchange: own?.made ?? standIn, isUnasked: true }
  }
  if (!caller.success(exchange) || !exchange.response?.json.ok) return snapshotOf(undefined, exchange, caller.profile)
  const view = names ? names.filter((name) => shows(exchange, name)) : namelessIn(caller, kind, exchange).toSorted()
  return { view, exchange }
}

const standIn: Exchange = {
  serial: 0,
  operation: null,
  method: 'GET',
  path: '/',
  headers: {},
  body: null,
  credential: 'right',
  response: null,
  failure: 'not sent: no operation lists such records',
}
