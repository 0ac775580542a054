/** What a client writes on a record: an update that leaves its name, another password, another status. */
import { drawnOf } from '../../../fixtures/payload/draw.ts'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { operations, type Operation } from '../../../schemas/registry.ts'
import type { Caller } from '../../scene/call.ts'
import type { SceneRecord } from '../../scene/made.ts'
import { shownFor } from '../census/shown-in.ts'

/** What an update wrote, and the response to it. */
export interface Update {
  readonly exchange: Exchange
  readonly field: string
  readonly value: unknown
}

/** What updates a record of a kind whole. */
export const updateOf = (kind: Operation['act']['kind']) =>
  operations.find(({ act }) => act.kind === kind && act.whole === true)

/** What an update of a record naturally takes besides its name. */
export const besideName: Readonly<Record<string, string>> = { name: 'description', registryName: 'imagePrefix' }
/** What it may write on others too: a registry's login wherever its address stands. */
const alsoOf: Readonly<Record<string, string>> = { registryName: 'username' }

/** Writes a text on a record, and leaves its name as it is; null where nothing does so, or it may not be sent. */
export async function update({ kind, name, references, written }: SceneRecord, caller: Caller): Promise<Update | null> {
  const operation = updateOf(kind)
  const { takes = '' } = operation?.act ?? {}
  const field = besideName[takes]
  if (!operation || field === undefined || !caller.allows(operation)) return null
  const text = caller.values.name()
  const also = alsoOf[takes]
  const more = also === undefined ? {} : { [also]: caller.values.word() }
  const body = {
    ...caller.validBody(operation, references),
    [takes]: written.get(takes) ?? name,
    [field]: text,
    ...more,
  }
  const exchange = await caller.call({ operation, references, body })
  if (caller.success(exchange)) written.set(field, text)
  return { exchange, field, value: text }
}

/** What carries a new password of a record, under another name than its own. */
const SECRET = 'password'

/** What gives a record of a kind a new password. */
export const renews = (kind: Operation['act']['kind']) =>
  operations.find(
    ({ act, body }) => act.kind === kind && act.verb === 'changes' && body?.fields.some(({ name }) => name === SECRET),
  )

/** Gives a record another password; null where nothing does so. */
async function renew({ kind, references }: SceneRecord, caller: Caller): Promise<Update | null> {
  const operation = renews(kind)
  const field = shownFor(kind, SECRET)
  if (!operation || field === undefined || !caller.allows(operation)) return null
  const body = caller.validBody(operation, references) ?? {}
  const exchange = await caller.call({ operation, references, body })
  return { exchange, field, value: body[SECRET] }
}

const STATUS = 'applicationStatus'
/** Most targets know it, and nothing comes to stand at it unless it was begun. */
const ERROR = 'error'

const PORT = 'externalPort'

/** What sets one thing of a record of a kind: its status or, by turns, its port. */
function setsOne(kind: Operation['act']['kind']): Operation | undefined {
  const ofPort = operations.find(
    ({ act, body }) => act.kind === kind && act.verb === 'changes' && body?.fields.some(({ name }) => name === PORT),
  )
  const ofStatus = operations.find(({ act }) => act.kind === kind && act.aspect === 'status')
  return ofPort && ofStatus ? drawnOf([ofPort, ofStatus], ofPort.id, 'set beside') : (ofPort ?? ofStatus)
}

/** Sets the status of a record as if it had failed, or its port; null where nothing sets either. */
async function setOne({ kind, references }: SceneRecord, caller: Caller): Promise<Update | null> {
  const operation = setsOne(kind)
  if (!operation || !caller.allows(operation)) return null
  const valid = caller.validBody(operation, references)
  const field = valid && PORT in valid ? PORT : STATUS
  const body: Readonly<Record<string, unknown>> = { ...valid, ...(field === STATUS ? { [STATUS]: ERROR } : {}) }
  return { exchange: await caller.call({ operation, references, body }), field, value: body[field] }
}

/** Requests of `updateAll` at most. */
export const updatesOf = (kind: Operation['act']['kind']): number =>
  1 + [renews(kind), setsOne(kind)].filter((one) => one !== undefined).length

/** All of it, one after another. */
export async function updateAll(record: SceneRecord, caller: Caller): Promise<readonly Update[]> {
  const all: Update[] = []
  for (const write of [update, renew, setOne]) {
    const one = await write(record, caller)
    if (one) all.push(one)
  }
  return all
}
