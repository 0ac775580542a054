/** Learns, before the load, how the target is spoken to and where it says the identifiers of what it makes. */
import type { References } from '../fixtures/payload/payload.ts'
import type { RecordKind } from '../schemas/operation.ts'
import { findOperation, identifierField, isCreate, type Operation } from '../schemas/registry.ts'
import { fieldWord } from '../schemas/vocabulary.ts'
import type { Exchange } from '../fixtures/http/exchange.ts'
import type { Caller } from '../suites/scene/call.ts'
import { lookupPath } from '../suites/scene/lookup.ts'
import type { Scene } from '../suites/scene/scene.ts'
import { fingerprint, sameFingerprint, type Profile } from '../suites/target/profile.ts'
import { stepsOf } from './plan.ts'
import type { WeightedJourney } from './options.ts'
import type { JourneyPlan } from './scripts/plan.ts'

/** A journey that can't begin on this target. */
export interface CannotBegin {
  readonly weighted: WeightedJourney
  readonly reason: string
  /** What would let it begin; null where the target just does not offer it. */
  readonly supply: string | null
}

export interface Learned {
  readonly journeys: readonly JourneyPlan[]
  readonly cannotBegin: readonly CannotBegin[]
}

type Path = readonly (string | number)[]
type Known = Pick<NonNullable<JourneyPlan['record']>, 'id' | 'lookup'>

/** Where in a JSON value an identifier stands: under its own field rather than under another, the outermost first. */
export function pathOf(value: unknown, id: string, field: string): Path | null {
  const queue: { at: unknown; path: Path }[] = [{ at: value, path: [] }]
  const found: Path[] = []
  for (let place = 0; place < queue.length; place++) {
    const { at, path } = queue[place] ?? { at: null, path: [] }
    if ((typeof at === 'string' || typeof at === 'number') && String(at) === id) found.push(path)
    else if (Array.isArray(at)) at.forEach((one: unknown, index) => queue.push({ at: one, path: [...path, index] }))
    else if (typeof at === 'object' && at !== null)
      for (const [key, one] of Object.entries(at)) queue.push({ at: one, path: [...path, key] })
  }
  return found.find((path) => path.at(-1) === field) ?? found[0] ?? null
}

/** The response's JSON as the target wrote it: the scripts read it in the target's own words. */
function asWritten({ response }: Exchange): unknown {
  return response?.json.ok ? (JSON.parse(response.text) as unknown) : undefined
}

const isPlain = ({ operation: id }: JourneyPlan['steps'][number]) => isCreate(operationNamed(id))

function operationNamed(id: string): Operation {
  const found = findOperation(id)
  if (!found) throw new Error(`no operation ${id} in the registry`)
  return found
}

type Why = Omit<CannotBegin, 'weighted'>

/** Whether this target does not offer what was asked; a create points at no record that could be the unknown one. */
const isNotOffered = (asked: Exchange, { unknownPaths }: Profile): boolean =>
  asked.response?.status === 501 || unknownPaths.some((one) => sameFingerprint(one, fingerprint(asked)))

/** Where the response of a create says the identifier; or why that can't be known. */
async function identify(
  kind: RecordKind,
  maker: JourneyPlan['steps'][number],
  scene: Scene,
  caller: Caller,
  found: References,
): Promise<Known | Why> {
  const by = operationNamed(maker.operation)
  let made: Exchange | null
  let id: string | undefined
  if (isCreate(by)) {
    const creation = await scene.make(kind, found)
    if (!creation.record)
      return creation.exchange && isNotOffered(creation.exchange, caller.profile)
        ? { reason: `the target answers ${by.id} like an operation that it does not offer`, supply: null }
        : { reason: creation.reason, supply: creation.supply }
    made = creation.exchange
    id = creation.record.id
  } else {
    if (found['id'] === undefined)
      return { reason: 'no template is known', supply: 'identifiers.templateId in the target file' }
    const { exchange, name } = await scene.send(by, kind, found)
    if (!caller.success(exchange))
      return {
        reason: `${by.id} answered ${exchange.response?.status ?? 'nothing'}, so no ${kind} could be created`,
        supply: 'identifiers.templateId of a template that this target can deploy',
      }
    made = exchange
    id = (await scene.adopt(by, kind, exchange, name, found))?.id
  }
  const value = made && asWritten(made)
  const field = fieldWord(caller.options.target.vocabulary ?? {}, identifierField[kind])
  const path = id === undefined ? null : pathOf(value, id, field)
  if (path) return { id: path, lookup: null }
  // What has no name of its own can't be looked up.
  const looked = isPlain(maker) && id !== undefined ? lookupPath(kind, caller.options.target, found) : null
  if (looked !== null) return { id: null, lookup: { path: looked, field } }
  return {
    reason: `the response of ${by.id} does not show the identifier, and no lookup finds the record by its name`,
    supply: isPlain(maker) ? `lookup.${kind}.path in the target file` : null,
  }
}

/**
 * Makes one record of each sort that the journeys make, to see where its identifier stands.
 * @param scene where those records are kept; whoever made it closes it
 */
export async function learn(
  caller: Caller,
  scene: Scene,
  weighted: readonly WeightedJourney[],
  found: References,
): Promise<Learned> {
  const journeys: JourneyPlan[] = []
  const cannotBegin: CannotBegin[] = []
  const known = new Map<string, Known | Why>()
  for (const one of weighted) {
    const { name, kind } = one.journey
    const steps = stepsOf(one.journey, caller.options, found)
    const [maker] = steps
    if (kind === null || !maker) {
      journeys.push({ name, record: null, steps })
      continue
    }
    const where = known.get(maker.operation) ?? (await identify(kind, maker, scene, caller, found))
    known.set(maker.operation, where)
    if ('reason' in where) cannotBegin.push({ weighted: one, ...where })
    else journeys.push({ name, record: { kind, ...where, named: isPlain(maker) }, steps })
  }
  return { journeys, cannotBegin }
}
