/** The operations that write on records of a kind, and what of it a read shows. */
import { subjectField } from '../../fixtures/payload/payload.ts'
import { operations, type Operation } from '../../schemas/registry.ts'
import { naturalField, naturalValue } from '../evidence/stimuli.ts'
import type { SceneRecord } from '../scene/made.ts'
import { likeness } from '../values/likeness.ts'
import type { Body, Stage } from './stage.ts'

export interface Writer {
  readonly operation: Operation
  /** Listed fields that a read shows as they were written, but for what targets are free to alter. */
  readonly fields: readonly string[]
  /** A further field that it naturally takes, where a read shows it as it was written; null: none. */
  readonly natural: string | null
}

/** What changes records of a kind and nothing else, needs no permission, and is allowed. */
const writersOf = ({ kind, caller }: Stage): readonly Operation[] =>
  operations.filter(
    (one) =>
      one.act.kind === kind &&
      one.act.verb === 'changes' &&
      one.method === 'POST' &&
      one.effect === 'resource' &&
      caller.allows(one),
  )

/** Uses each writer once, to learn what of it can be seen. */
export function rehearse(stage: Stage, record: SceneRecord): Promise<readonly Writer[]> {
  const known = rehearsed.get(stage) ?? rehearsal(stage, record)
  rehearsed.set(stage, known)
  return known
}

const rehearsed = new WeakMap<Stage, Promise<readonly Writer[]>>()

async function rehearsal(stage: Stage, record: SceneRecord): Promise<readonly Writer[]> {
  const writers: Writer[] = []
  for (const operation of writersOf(stage)) {
    const natural = naturalField(operation)
    const send = async (further: string | null) => {
      const body = bodyOf(stage, operation, record, further)
      return { body, exchange: await stage.caller.call({ operation, references: record.references, body }) }
    }
    let sent = await send(natural)
    if (natural !== null && !stage.caller.success(sent.exchange)) sent = await send(null)
    if (!stage.caller.success(sent.exchange)) continue
    const { body } = sent
    const fields = [...fieldsOf(operation), ...(natural !== null && natural in body ? [natural] : [])]
    const same = (shown: Body) => fields.filter((field) => isShown(stage, shown, field, body))
    const seen = await stage.see(record, (shown) => same(shown).length === fields.length)
    const shown = seen.record ? same(seen.record) : []
    writers.push({
      operation,
      fields: shown.filter((field) => field !== natural),
      natural: shown.find((field) => field === natural) ?? null,
    })
  }
  return writers
}

/** @param natural a further field that it is to carry, with a value of its own */
export function bodyOf(
  { caller, references }: Stage,
  operation: Operation,
  record: SceneRecord,
  natural: string | null = null,
): Body {
  const body = caller.validBody(operation, { ...references, ...record.references }) ?? {}
  return natural === null ? body : { ...body, [natural]: naturalValue(natural, caller.values.name()) }
}

/** Statuses move by themselves, and an appName selects. */
const fieldsOf = (operation: Operation): readonly string[] =>
  (operation.body?.fields ?? [])
    .map(({ name }) => name)
    .filter((name) => name !== subjectField(operation) && name !== 'appName' && name !== 'applicationStatus')

function isShown(stage: Stage, record: Body, field: string, body: Body): boolean {
  const there = stage.shown(record, field)
  return 'value' in there && likeness(field, body[field], there.value).alike
}
