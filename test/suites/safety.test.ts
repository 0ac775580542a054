import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { subjectField } from '../../fixtures/payload/payload.ts'
import { identifierField, isRecordKind, operation, operations } from '../../schemas/registry.ts'
import type { Permission } from '../../schemas/target.ts'
import { run, standing, type Stand } from './standing.ts'

interface Sent {
  readonly seen: readonly Exchange[]
  /** Identifiers of the records that the run made. */
  readonly made: ReadonlySet<string>
}

async function sent(stand: Stand): Promise<Sent> {
  const seen: Exchange[] = []
  const made = new Set<string>()
  const server = await standing(stand)
  for (const table of Object.values(server.store.records)) {
    const set = table.set.bind(table)
    table.set = (id, row) => {
      if (table.get(id) === undefined) made.add(id)
      set(id, row)
    }
  }
  await run(server, { exchange: (exchange) => seen.push(exchange) })
  expect(made.size).toBeGreaterThan(30)
  return { seen, made }
}

let harmless: Promise<Sent> | undefined
/** What a run without any permission sends to a server that holds foreign records: one run serves all. */
const sentWithout = () => (harmless ??= sent({ seeded: 3, options: { allow: [] } }))

const fieldsOf = ({ body }: Exchange): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(body ?? '{}')
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
const effectOf = (one: Exchange) => (one.operation === null ? 'control' : operation(one.operation).effect)

describe.each<{ allow: readonly Permission[]; faults: readonly string[] }>([
  { allow: [], faults: [] },
  { allow: ['deploy'], faults: [] },
  { allow: ['host'], faults: [] },
  { allow: ['destructive'], faults: [] },
  { allow: [], faults: ['auth/any-token'] },
])('with $allow allowed on a server with the faults $faults', ({ allow, faults }) => {
  // Where any token is let in, all forms of it are tried on every operation.
  it('not one request goes to what is not allowed', { timeout: 240_000 }, async () => {
    const { seen } = await sent({ faults, options: { allow, settleMs: 0 } })
    const allowed = new Set<string>(['control', 'read', 'resource', ...allow])
    expect(seen.filter((one) => !allowed.has(effectOf(one))).map((one) => one.operation)).toEqual([])
  })
})

describe('without any permission', () => {
  it('every write is about a record that the run made', async () => {
    const { seen, made } = await sentWithout()
    const strange = seen.flatMap((one) => {
      if (one.operation === null || one.method !== 'POST') return []
      const { act, id } = operation(one.operation)
      const field = subjectField(operation(one.operation))
      if (!isRecordKind(act.kind) || act.verb === 'makes' || field === undefined) return []
      const subject = fieldsOf(one)[field]
      return typeof subject === 'string' && made.has(subject) ? [] : [`${id} ${String(subject)}`]
    })
    expect(strange).toEqual([])
  })

  it('every identifier of a record in a write is the run’s own', async () => {
    const { seen, made } = await sentWithout()
    const names = new Set([...Object.values(identifierField), 'serviceId'])
    const strange = seen.flatMap((one) =>
      one.operation === null || one.method !== 'POST'
        ? []
        : Object.entries(fieldsOf(one))
            .filter(([name, value]) => names.has(name) && !(typeof value === 'string' && made.has(value)))
            .map(([name]) => `${one.operation} ${name}`),
    )
    expect(strange).toEqual([])
  })

  it('every appName that selects is the run’s own', async () => {
    const { seen } = await sentWithout()
    const names = seen.map((one) => fieldsOf(one)['appName']).filter((name) => name !== undefined)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => typeof name === 'string' && !name.startsWith('ts-'))).toEqual([])
  })

  it('no write goes to a path that is no operation, but for what surely does not exist', async () => {
    const { seen } = await sentWithout()
    const reads = new Set(operations.filter(({ method }) => method === 'GET').map(({ path }) => path))
    const controls = seen.filter((one) => one.operation === null && one.method === 'POST').map(({ path }) => path)
    expect(controls.filter((path) => !reads.has(path) && !/^\/\w+\.ts\w{8,}$/.test(path))).toEqual([])
  })

  it('no body lacks its subject or is broken', async () => {
    const { seen } = await sentWithout()
    const bodies = seen.flatMap((one) => (one.operation !== null && one.body !== null ? [one.body] : []))
    expect(bodies.filter((body) => body === '[]' || !body.endsWith('}'))).toEqual([])
    const emptied = seen.filter((one) => one.operation !== null && one.body === '{}').map((one) => one.operation)
    expect(emptied.filter((id) => id !== null && (operation(id).body?.fields.length ?? 0) > 0)).toEqual([])
  })

  it('no write but of a record or a setting is bent, and none lacks what it is about', async () => {
    const { seen } = await sentWithout()
    const strange = seen.flatMap((one) => {
      if (one.operation === null || one.method !== 'POST' || one.credential !== 'right') return []
      const { act, body } = operation(one.operation)
      const field = subjectField(operation(one.operation))
      const fields = fieldsOf(one)
      if (field !== undefined && typeof fields[field] !== 'string') return [`${one.operation} without ${field}`]
      const lacks = (body?.fields ?? []).some(({ name }) => !(name in fields))
      return lacks && !isRecordKind(act.kind) ? [`${one.operation} lacks a field`] : []
    })
    expect(strange).toEqual([])
  })
})
