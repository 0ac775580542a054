/** The operations that write on records of a kind, and what of it a read shows. */
import { subjectField } from '../../fixtures/payload/payload.ts'
import { operations, type Operation } from '../../schemas/registry.ts'
import { naturalField, naturalValue } from '../evidence/requests/stimuli.ts'
import type { SceneRecord } from '../scene/made.ts'
import { MODEL, RACE, type Part } from './part.ts'
import { likeness } from '../values/likeness.ts'
import type { Body, Stage } from './stage.ts'

export interface Writer {
  readonly operation: Operation
  /** Listed fields that a read shows as they were written, but for what targets are free to alter. */
  readonly fields: readonly string[]
  /** A further field that it naturally takes, where a read shows it as it was written; null: none. */
  readonly natural: string | null
}

/** What changes records of a kind and nothing else, and needs no permission. */
const changing = (kind: string | null): readonly Operation[] =>
  operations.filter(
    ({ act, effect, method }) =>
      act.kind === kind && act.verb === 'changes' && method === 'POST' && effect === 'resource',
  )

const writersOf = ({ kind, caller }: Stage): readonly Operation[] => changing(kind).filter((one) => caller.allows(one))

/** Whether it lists a field that a read may show. */
const tells = ({ act, body }: Operation): boolean => act.aspect !== 'status' && (body?.fields.length ?? 0) > 1
/** How many of them list a field that a read may show. */
export const telling = (kind: string): number => changing(kind).filter(tells).length
/** How many of them write what a read may show, a field that they naturally take among it. */
export const racing = (kind: string): number =>
  changing(kind).filter((one) => tells(one) || naturalField(one) !== null).length

/** Each writer is used once, and read. */
export const writersPart: Part = {
  checks: [MODEL, RACE],
  cost: ({ operation }) => 2 * changing(operation.act.kind).length,
}

/** Uses each writer once, to learn what of it can be seen. */
export function rehearse(stage: Stage, record: SceneRecord): Promise<readonly Writer[]> {
  const known = rehearsed.get(stage) ?? useEach(stage, record)
  rehearsed.set(stage, known)
  return known
}

const rehearsed = new WeakMap<Stage, Promise<readonly Writer[]>>()

async function useEach(stage: Stage, record: SceneRecord): Promise<readonly Writer[]> {
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
