/** What holds of a whole run, with each permission: of what it sends, what it finds and what it leaves. */
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { subjectField } from '../../fixtures/payload/payload.ts'
import { identifierField, isRecordKind, operation, operations } from '../../schemas/registry.ts'
import type { Permission } from '../../schemas/target.ts'
import { ids, standing } from './standing.ts'
import { watched, wholeRun, type WholeRun } from './whole-run.ts'

const ALL: readonly Permission[] = ['deploy', 'host', 'destructive']

const fieldsOf = ({ body }: Exchange): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(body ?? '{}')
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
const effectOf = (one: Exchange) => (one.operation === null ? 'control' : operation(one.operation).effect)

/** Operations to which a run has sent what its permissions do not allow. */
function notAllowed(seen: WholeRun['seen'], allow: readonly Permission[]): readonly unknown[] {
  const allowed = new Set<string>(['control', 'read', 'resource', ...allow])
  return seen.filter((one) => !allowed.has(effectOf(one))).map((one) => one.operation)
}

describe.each<{ allow: readonly Permission[] }>([
  { allow: [] },
  { allow: ['deploy'] },
  { allow: ['host'] },
  { allow: ['destructive'] },
  { allow: ALL },
])('a whole run with $allow allowed', ({ allow }) => {
  it('sends not one request to what is not allowed', async () => {
    const { seen, made } = await wholeRun(allow)
    expect(made.size).toBeGreaterThan(30)
    expect(notAllowed(seen, allow)).toEqual([])
  })

  it('reaches every planned result, and no defect of our own', async () => {
    const { outcome } = await wholeRun(allow)
    expect(outcome.noVerdict).toBeNull()
    expect(outcome.executed).toBe(outcome.planned)
    expect(ids(outcome, 'error')).toEqual([])
  })

  it('finds nothing wrong with the reference server', async () => {
    expect(ids((await wholeRun(allow)).outcome, 'fail', 'warn', 'blocked')).toEqual([])
  })

  it('sends no more than was planned, and at most a tenth less', async () => {
    const { outcome, planned } = await wholeRun(allow)
    expect(planned).toBeLessThanOrEqual(1.1 * outcome.requests)
    expect(outcome.requests).toBeLessThanOrEqual(planned)
  })

  it('leaves nothing of its own', async () => {
    const { left, outcome } = await wholeRun(allow)
    expect([left, outcome.leftovers]).toEqual([[], []])
  })

  it('leaves the records of others alone', async () => {
    const { before, after } = await wholeRun(allow)
    const records = Object.values(Object(before.records) as Record<string, unknown[]>)
    expect(records.every((one) => one.length === 3)).toBe(true)
    expect(after.records).toEqual(before.records)
  })

  it('leaves the token’s own user, the manager, and the containers that others use', async () => {
    const { before, after } = await wholeRun(allow)
    expect(after.spent).toEqual(before.spent)
  })

  it('leaves the host’s settings as they were', async () => {
    const { before, after } = await wholeRun(allow)
    expect(after.host).toEqual(before.host)
  })
})

// Where any token is let in, all forms of it are tried on every operation.
it('where any token is let in, not one request goes to what is not allowed', { timeout: 300_000 }, async () => {
  const { seen, made } = await watched(
    await standing({ faults: ['auth/any-token'], options: { allow: [], settleMs: 0 } }),
  )
  expect(made.size).toBeGreaterThan(30)
  expect(notAllowed(seen, [])).toEqual([])
})

describe('without any permission', () => {
  it('every write is about a record that the run made', async () => {
    const { seen, made } = await wholeRun([])
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
    const { seen, made } = await wholeRun([])
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
    const { seen } = await wholeRun([])
    const names = seen.map((one) => fieldsOf(one)['appName']).filter((name) => name !== undefined)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => typeof name === 'string' && !name.startsWith('ts-'))).toEqual([])
  })

  it('no write goes to a path that is no operation, but for what surely does not exist', async () => {
    const { seen } = await wholeRun([])
    const reads = new Set(operations.filter(({ method }) => method === 'GET').map(({ path }) => path))
    const controls = seen.filter((one) => one.operation === null && one.method === 'POST').map(({ path }) => path)
    // What a read names in its query stands behind the path of that read, where nothing is written either.
    const isRead = (path: string) => reads.has(path.replace(/\?.*$/, ''))
    expect(controls.filter((path) => !isRead(path) && !/^\/\w+\.ts\w{8,}$/.test(path))).toEqual([])
  })

  it('no body lacks its subject or is broken', async () => {
    const { seen } = await wholeRun([])
    const bodies = seen.flatMap((one) => (one.operation !== null && one.body !== null ? [one.body] : []))
    // White space may stand around what JSON is; a difference of a megabyte of it would take minutes to print.
    const broken = bodies.filter((body) => body.trim() === '[]' || !body.trim().endsWith('}'))
    expect(broken.map((body) => body.slice(0, 100))).toEqual([])
    const emptied = seen.filter((one) => one.operation !== null && one.body === '{}').map((one) => one.operation)
    expect(emptied.filter((id) => id !== null && (operation(id).body?.fields.length ?? 0) > 0)).toEqual([])
  })

  it('no write but of a record or a setting is bent, and none lacks what it is about', async () => {
    const { seen } = await wholeRun([])
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
