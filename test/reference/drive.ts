/** Sends valid requests for any operation to a reference server in process, made from the registry and the seeds. */
import { gunzipSync } from 'node:zlib'
import { createReference, type Reference, type ReferenceOptions } from '../../fixtures/reference/app.ts'
import type { Env } from '../../fixtures/reference/wrap.ts'
import type { FieldType, RecordKind } from '../../schemas/operation.ts'
import {
  identifierField,
  isRecordKind,
  lifeOf,
  operation,
  type ListedField,
  type Operation,
  type OperationId,
} from '../../schemas/registry.ts'

export type Json = Record<string, unknown>

export interface HttpResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; undefined where it is not JSON. */
  readonly json: unknown
}

export const token = 'the-right-token-of-these-tests-0123456789'

const samples: Readonly<Record<FieldType, unknown>> = {
  string: 'sample',
  integer: 8080,
  boolean: true,
  'string[]': ['one', 'two'],
  email: 'invited@example.com',
}

export class Driver {
  readonly reference: Reference
  /** Called when a request is ready, with all that it needs made. */
  beforeSend: () => void = () => {}
  #named = 0

  constructor(options: Partial<ReferenceOptions> = {}) {
    this.reference = createReference({ token, ...options })
  }

  /** Sends any request; authorised unless the headers say otherwise. */
  async send(path: string, init: RequestInit & { env?: Env } = {}): Promise<HttpResponse> {
    const headers = new Headers(init.headers)
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    const request = new Request(`http://127.0.0.1${path}`, { ...init, headers })
    this.beforeSend()
    return read(await this.reference.fetch(request, init.env))
  }

  /** Calls an operation with this input. */
  call(id: OperationId, input: Json = {}, init: RequestInit & { env?: Env } = {}): Promise<HttpResponse> {
    const { method, path, body } = operation(id)
    if (method === 'GET') {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(input)) query.set(name, String(value))
      return this.send(`${path}?${query.toString()}`, init)
    }
    const headers = { 'content-type': 'application/json', ...Object.fromEntries(new Headers(init.headers)) }
    return this.send(path, { ...init, method, ...(body && { headers, body: JSON.stringify(input) }) })
  }

  /** A valid input: seeds for what can't be made, fresh records for what can. */
  async valid(target: Operation): Promise<Json> {
    const names: readonly (ListedField | { name: string })[] = target.body?.fields ?? target.query
    const input: Json = {}
    for (const field of names) input[field.name] = await this.#value(target, field)
    return input
  }

  /** Puts a record of its own into the store, whatever the API would answer, and gives its identifier. */
  async make(kind: RecordKind, more: Json = {}): Promise<string> {
    const { reference } = this
    const input = await this.valid(lifeOf(kind).create)
    const record = reference.store.create(kind, { appName: 'sample', applicationStatus: 'idle', ...input, ...more })
    return pick(record, identifierField[kind])
  }

  /** Puts an invitation into the store and gives its token. */
  invite(): string {
    const invitation = { token: 'an-invitation', email: 'invited@example.com' }
    this.reference.store.invitations.set(invitation.token, invitation)
    return invitation.token
  }

  /** Puts a row with an identifier of that name into one of the host's tables. */
  #add(table: 'nodes' | 'users', row: Json, name: string): string {
    const id = this.reference.store.rules.makeId(name)
    this.reference.store[table].set(id, { ...row, userId: id, [name]: id })
    return id
  }

  async #value(target: Operation, field: ListedField | { name: string }): Promise<unknown> {
    const { name } = field
    const { expendable, ...seeds } = this.reference.store.seeds
    const kind = target.act.kind
    if (isRecordKind(kind) && identifierField[kind] === name) return this.make(kind)
    if (name === 'applicationId' || name === 'serviceId') return this.make('application')
    if (target.id === 'cluster.removeWorker') return this.#add('nodes', { role: 'worker' }, name)
    if (target.id === 'admin.removeUser') return this.#add('users', { role: 'member' }, name)
    if (target.id === 'compose.deployTemplate' && name === 'id') return seeds.templateId
    if (target.id === 'admin.getUserByToken') return this.invite()
    if (target.act.kind === 'proxy-file' && name === 'path') return '/etc/proxy/proxy.yml'
    if (target.act.kind === 'container' && name === 'appName') return 'proxy'
    const spared = new Map<string, unknown>(
      Object.entries(target.effect === 'read' ? seeds : { ...seeds, ...expendable }),
    )
    if (spared.has(name)) return spared.get(name)
    if (name === 'name' || name === 'registryName') return `sample-${++this.#named}`
    if ('type' in field) return field.shown ?? samples[field.type]
    return 'sample'
  }
}

async function read(response: Response): Promise<HttpResponse> {
  const bytes = Buffer.from(await response.arrayBuffer())
  // In process nobody unpacks what the server packed.
  const packed = response.headers.get('content-encoding') === 'gzip' && bytes[0] === 0x1f
  const text = (packed ? gunzipSync(bytes) : bytes).toString()
  return { status: response.status, headers: response.headers, text, json: parse(text) }
}

/** A text field of a JSON object. */
export function pick(value: unknown, name: string): string {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  if (typeof found !== 'string') throw new Error(`no ${name} in ${JSON.stringify(value)}`)
  return found
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
