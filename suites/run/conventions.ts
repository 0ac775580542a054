/**
 * How a target answers where the specification is silent: its errors by what was wrong with the request, the shapes of its
 * successes, the forms of its identifiers. Counts only, of names that are cut and few, whatever the target answers.
 */
import type { HttpResponse, Exchange } from '../../fixtures/http/exchange.ts'
import { valueOf } from '../../fixtures/payload/find.ts'
import { isObject } from '../../schemas/json-object.ts'
import type { FieldType } from '../../schemas/operation.ts'
import { findOperation, identifierField, isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Profile } from '../target/profile.ts'
import { identifierForm } from '../values/identifier-form.ts'

/** Names of one sort that are kept; what comes after them is counted as others. */
const MOST = 20
const LONGEST = 60

type Counts = Readonly<Record<string, number>>

/** By what is counted, by sort, by name. */
export type SavedConventions = Readonly<Record<string, Readonly<Record<string, Counts>>>>

/** By sort, by name. */
type Sorts = Map<string, Map<string, number>>

const countsOf = (sorts: Sorts, sort: string): Map<string, number> => {
  const known = sorts.get(sort)
  if (known) return known
  const counts = new Map<string, number>()
  sorts.set(sort, counts)
  return counts
}

class Counted {
  readonly #all: Sorts = new Map()
  /** What came since it was last saved. */
  readonly #unsaved: Sorts = new Map()

  add(sort: string, name: string): void {
    const key = this.#put(sort, name, 1)
    const unsaved = countsOf(this.#unsaved, sort)
    unsaved.set(key, (unsaved.get(key) ?? 0) + 1)
  }

  #put(sort: string, name: string, more: number): string {
    const counts = countsOf(this.#all, sort)
    const cut = name.slice(0, LONGEST)
    const key = counts.has(cut) || counts.size < MOST ? cut : 'others'
    counts.set(key, (counts.get(key) ?? 0) + more)
    return key
  }

  /** In the order in which names came: the first are kept by name. */
  save(): Readonly<Record<string, Counts>> {
    const saved = Object.fromEntries([...this.#unsaved].map(([sort, counts]) => [sort, Object.fromEntries(counts)]))
    this.#unsaved.clear()
    return saved
  }

  restore(saved: Readonly<Record<string, Counts>>): void {
    for (const [sort, counts] of Object.entries(saved))
      for (const [name, count] of Object.entries(counts)) this.#put(sort, name, count)
  }

  /** The most frequent first. */
  all(): Readonly<Record<string, Counts>> {
    const sorted = (counts: Map<string, number>): Counts =>
      Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a))
    return Object.fromEntries([...this.#all].map(([sort, counts]) => [sort, sorted(counts)]))
  }
}

const fits: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  email: (value) => typeof value === 'string',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  'string[]': Array.isArray,
}

/** What is wrong with the body; null: nothing that the specification speaks of. */
function wrongBody({ body: listed }: Operation, { body, asked }: Exchange): string | null {
  if (!listed) return null
  if (body === null) return 'no body'
  const sent: unknown = asked?.body ?? null
  if (sent === null) return 'a body that is no JSON object'
  if (!isObject(sent)) return 'a body that is no JSON object'
  if (listed.fields.some(({ name }) => !(name in sent))) return 'a listed field left out'
  return listed.fields.some(({ name, type }) => !fits[type](sent[name])) ? 'a value of another type' : null
}

function wrongness(operation: Operation, exchange: Exchange): string {
  if (exchange.credential === 'no-header') return 'no token'
  if (exchange.credential !== 'right') return 'a wrong token'
  const left = operation.query.some(({ name, required }) => required && !(name in (exchange.asked?.query ?? {})))
  if (left) return 'a required parameter left out'
  return wrongBody(operation, exchange) ?? 'wrong in no listed field'
}

function codeIn({ json }: HttpResponse): string {
  const code = json.ok && isObject(json.value) ? json.value['code'] : undefined
  return typeof code === 'string' ? code : code === undefined ? '(no code)' : '(a code that is no text)'
}

/** Objects of more fields are records; those of fewer tell how records are wrapped. */
const FEW = 4

/** @param depth how far arrays and wrappings are followed: a hostile answer has no end */
function shapeOf(value: unknown, depth = 3): string {
  if (depth === 0) return '…'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${shapeOf(value[0], depth - 1)}`
  if (!isObject(value))
    return value === null ? 'null' : typeof value === 'boolean' ? String(value) : `a ${typeof value}`
  const names = Object.keys(value)
  const [sole] = names
  // What a record stands in says more than that it stands in something.
  if (sole !== undefined && names.length === 1) return `{ ${sole.slice(0, 20)}: ${shapeOf(value[sole], depth - 1)} }`
  return names.length > FEW ? 'an object' : `{ ${names.map((name) => name.slice(0, 20)).join(', ')} }`
}

const verbs = { makes: 'create', lists: 'list', reads: 'read', changes: 'change', deletes: 'delete' } as const

export class ResponseConventions {
  readonly #statuses = new Counted()
  readonly #codes = new Counted()
  readonly #shapes = new Counted()
  readonly #identifiers = new Counted()

  add(exchange: Exchange, response: HttpResponse, profile: Profile): void {
    const operation = exchange.operation && findOperation(exchange.operation)
    if (!operation) return
    if (profile.isError(response)) {
      const wrong = wrongness(operation, exchange)
      this.#statuses.add(wrong, String(response.status))
      this.#codes.add(wrong, codeIn(response))
    } else if (profile.isSuccess(response) && exchange.credential === 'right') this.#success(operation, response)
  }

  #success({ act }: Operation, { json, size }: HttpResponse): void {
    this.#shapes.add(verbs[act.verb], size === 0 ? 'nothing' : json.ok ? shapeOf(json.value) : 'no JSON')
    if (act.verb !== 'makes' || !json.ok || !isRecordKind(act.kind)) return
    const id = valueOf(json.value, identifierField[act.kind])
    if (id !== undefined) this.#identifiers.add(act.kind, identifierForm(id))
  }

  /** What came since it was last saved. */
  save(): SavedConventions {
    return {
      statuses: this.#statuses.save(),
      codes: this.#codes.save(),
      shapes: this.#shapes.save(),
      identifiers: this.#identifiers.save(),
    }
  }

  /** Adds what an interrupted run had saved. */
  restore(saved: SavedConventions): void {
    this.#statuses.restore(saved['statuses'] ?? {})
    this.#codes.restore(saved['codes'] ?? {})
    this.#shapes.restore(saved['shapes'] ?? {})
    this.#identifiers.restore(saved['identifiers'] ?? {})
  }

  all(): SavedConventions {
    return {
      statuses: this.#statuses.all(),
      codes: this.#codes.all(),
      shapes: this.#shapes.all(),
      identifiers: this.#identifiers.all(),
    }
  }
}
