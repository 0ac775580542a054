/** What a record needs besides its create and its delete: calls that the target file names, and a stop. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isNaming } from '../../fixtures/payload/payload.ts'
import type { RecordKind } from '../../schemas/operation.ts'
import { does, findOperation, isRecordKind, lifeOf, operations, type Operation } from '../../schemas/registry.ts'
import type { Target } from '../../schemas/target.ts'
import { inWords } from '../claim/finding.ts'
import type { Caller } from './call.ts'
import type { CreateFailure, SceneRecord } from './made.ts'

/** Requests that this takes of one record: the calls, and a read of it. */
export function preparing(kind: RecordKind, { prepare }: Pick<Target, 'prepare'>): number {
  const calls = prepare?.[kind]?.length ?? 0
  return calls === 0 ? 0 : calls + 1
}

/** The same of what an operation is about; 0 where that is no record. */
export const preparingOf = ({ act }: Operation, target: Pick<Target, 'prepare'>): number =>
  isRecordKind(act.kind) ? preparing(act.kind, target) : 0

/**
 * Makes the calls on a record that the run made, in their order, and sees it again.
 * @returns why it can't be used; null: it can
 */
export async function prepared(record: SceneRecord, made: Exchange, caller: Caller): Promise<CreateFailure | null> {
  const { kind, references } = record
  const calls = caller.options.target.prepare?.[kind] ?? []
  const failed = (why: string, ...exchanges: readonly Exchange[]): CreateFailure => ({
    record: null,
    exchange: made,
    reason: `prepare names ${why}; so no ${kind} is ready`,
    supply: `prepare.${kind} in the target file: calls that the target takes`,
    exchanges: [made, ...exchanges],
  })
  for (const { operation: id, body: further } of calls) {
    const operation = findOperation(id)
    if (!operation) return failed(`${id}, which does not exist`)
    const forbidden = caller.forbids(operation)
    if (forbidden !== null) return failed(`${id}, to which nothing is sent: ${forbidden}`)
    // What the call is about, and what the record is called, is the record's own, whatever the target file says.
    const listed = (operation.body?.fields ?? []).map(({ name }) => name)
    const names = [...record.written].filter(([name, value]) => isNaming(name) || String(value) === record.name)
    const own = { ...Object.fromEntries(names), ...references }
    const kept = Object.fromEntries(Object.entries(own).filter(([name]) => listed.includes(name)))
    const body = { ...caller.validBody(operation, references), ...further, ...kept }
    const exchange = await caller.call({ operation, references, ...(operation.body ? { body } : {}) })
    if (!caller.success(exchange)) return failed(`${id}, which was answered ${inWords(exchange)}`, exchange)
    for (const [field, value] of Object.entries(body)) if (!(field in references)) record.written.set(field, value)
  }
  const { one } = lifeOf(kind)
  if (calls.length === 0 || !record.shown || !caller.allows(one)) return null
  await caller.quiet()
  const shown = await caller.call({ operation: one, references })
  if (caller.success(shown)) record.ready = shown
  return null
}

/**
 * Stops what a target does not delete while it runs.
 * @returns whether it was stopped: then its delete is worth another try
 */
export async function stopFirst(
  caller: Caller,
  { kind, references, alive }: Pick<SceneRecord, 'kind' | 'references' | 'alive'>,
): Promise<boolean> {
  const stop = operations.find(({ act }) => act.kind === kind && act.aspect === 'stop')
  if (!alive || !stop || !caller.allows(stop)) return false
  return caller.success(await caller.call({ operation: stop, references }))
}

/** What a record may need to have done to it before it is started, stopped, or asked for what only runs, in this order. */
function waysOf({ act: { aspect, reaches, verb }, effect }: Operation): readonly ('start' | 'deploy')[] {
  if (aspect === 'stop') return ['start', 'deploy']
  const isOfRunning = verb === 'changes' && (effect === 'deploy' || reaches === 'running database')
  return isOfRunning && aspect !== 'deploy' ? ['deploy'] : []
}

/**
 * Sets a record going that an operation needs to run, or to have run: what was never deployed may not be started.
 * @returns whether it was
 */
export async function setGoing(
  operation: Operation,
  { kind, references, alive }: SceneRecord,
  caller: Caller,
): Promise<boolean> {
  const all = waysOf(operation).flatMap((way) => operations.filter(does('changes', kind, way)))
  for (const way of all.filter((one) => alive && caller.allows(one)))
    if (caller.success(await caller.call({ operation: way, references }))) return true
  return false
}

/**
 * Does to a record what an operation may need that was refused: nothing is started that was never deployed, and nothing that
 * runs is deleted.
 * @returns whether it was done: then the operation is worth another try
 */
export const readyFor = (operation: Operation, record: SceneRecord, caller: Caller): Promise<boolean> =>
  operation.act.verb === 'deletes' ? stopFirst(caller, record) : setGoing(operation, record, caller)
