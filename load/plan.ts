/** Makes the plan that the scripts read, from the registry: no payload is written a second time. */
import { validBody, validQuery, type References } from '../fixtures/payload/payload.ts'
import { compose } from '../fixtures/http/transport.ts'
import { values, type Values } from '../fixtures/payload/values.ts'
import { wordingOf } from '../fixtures/http/wording.ts'
import { UsageError } from '../fixtures/errors.ts'
import type { Scenario } from '../schemas/load.ts'
import {
  identifierField,
  isRecordKind,
  operation,
  type Operation,
  type OperationId,
  readsRecord,
} from '../schemas/registry.ts'
import type { RunOptions } from '../schemas/target.ts'
import { forbidden } from '../suites/target/offered.ts'
import type { Profile } from '../suites/target/profile.ts'
import { loadChecks } from './checks.ts'
import { routes, type Route } from './journeys.ts'
import { selection } from './select.ts'
import type { Plan, Step } from './scripts/plan.ts'
import type { LoadOptions, Way } from './options.ts'

type Told = Pick<RunOptions, 'allow' | 'target' | 'only' | 'skip'>

const needed = { deploy: 'deploy', cleanup: 'destructive', mixed: null } as const

/** Whether a route is for its operations of an effect that needs permission, and not for what is around them. */
const permitted = ({ operations: ids }: Route, told: Told) => ids.every((id) => mayAsk(operation(id), told))

const mayAsk = (one: Operation, told: Told) =>
  one.effect === 'read' || one.effect === 'resource' || told.allow.includes(one.effect)

/**
 * The journeys of a scenario, without what is not selected or not offered.
 * @throws UsageError where its permission is missing or nothing is left
 */
export function waysOf(scenario: Scenario, told: Told): readonly Way[] {
  const permission = needed[scenario]
  if (permission !== null && !told.allow.includes(permission))
    throw new UsageError(
      `--scenario ${scenario} calls operations of effect '${permission}'; permit them with --allow ${permission}, ` +
        `or take --scenario mixed, which leaves out what is not permitted`,
    )
  const wanted = selection(told.only, told.skip)
  const allowed = selection([], told.skip)
  const asked = (id: OperationId) => loadChecks.some((check) => wanted(id, check.id))
  const possible = (id: OperationId) =>
    forbidden(operation(id), told) === null && loadChecks.some((check) => allowed(id, check.id))
  const ways = routes[scenario].flatMap(({ route, times }) => {
    if (!permitted(route, told) || !route.operations.some(asked)) return []
    const [first, last] = [route.operations[0], route.operations.at(-1)]
    // What makes and deletes the record of a journey belongs to it, asked for or not.
    const around = (id: OperationId) => route.kind !== null && (id === first || id === last)
    if (route.kind !== null && ![first, last].every((id) => id !== undefined && possible(id))) return []
    const left = route.operations.filter((id) => possible(id) && (asked(id) || around(id)))
    return left.length === 0 ? [] : [{ route: { ...route, operations: left }, times }]
  })
  if (ways.length === 0)
    throw new UsageError(`--only, --skip and the target file leave nothing of --scenario ${scenario}`)
  return ways
}

/** Stands for what each journey fills in. */
const ID = '{id}'
const NAME = '{name}'

/** Values of which those that are to differ from record to record are filled in by each journey. */
function filledIn(own: Values): Values {
  let count = 0
  return { ...own, name: () => `${NAME}${++count}` }
}

function act(one: Operation): Step['act'] {
  if (one.act.verb === 'makes' && isRecordKind(one.act.kind)) return 'creates'
  if (one.act.verb === 'deletes') return 'deletes'
  return readsRecord(one) ? 'reads' : 'uses'
}

/** The requests of a journey, in the target's words, with `{name}` and `{id}` for what each journey fills in. */
export function stepsOf(route: Route, { target, run, seed }: RunOptions, found: References): readonly Step[] {
  const wording = wordingOf(target.vocabulary)
  return route.operations.map((id) => {
    const one = operation(id)
    const filled = filledIn(values(run, seed, 'load'))
    const own = route.kind === null || act(one) === 'creates' ? {} : { [identifierField[route.kind]]: ID }
    const references = { ...found, ...own }
    const body = validBody(one, target, filled, references)
    const query = validQuery(one, target, filled, references)
    const sending = { operation: id, method: one.method, path: one.path, query, ...(body ? { body } : {}) }
    const composed = compose(sending, target, wording)
    const path = composed.path.replaceAll(encodeURIComponent(ID), ID).replaceAll(encodeURIComponent(NAME), NAME)
    return { operation: id, method: one.method, path, body: composed.body, act: act(one) }
  })
}

/** The place of each journey in `ways`, as often as it is walked, spread evenly. */
function turnsOf(ways: readonly Way[]): readonly number[] {
  const most = Math.max(...ways.map(({ times }) => times))
  const rounds = Array.from({ length: most }, (_, round) =>
    ways.flatMap(({ times }, place) => (round < times ? [place] : [])),
  )
  return rounds.flat()
}

/** Whether this target says no with a 2xx: asked of its profile with such an answer. */
function errorsWith2xx(profile: Profile): boolean {
  const value = { message: 'an error', code: 'ERROR' }
  const text = JSON.stringify(value)
  const size = text.length
  const contentTypes = ['application/json']
  return profile.isError({
    status: 200,
    headers: {},
    contentTypes,
    size,
    text,
    json: { ok: true, value },
    durationMs: 0,
  })
}

/** The shape with fewer journeys where some send a lookup besides: never more requests than were asked for. */
function slowed({ shape, ways }: LoadOptions, journeys: Plan['journeys']): Plan['shape'] {
  const walked = ways.flatMap(({ route, times }) =>
    journeys.flatMap(({ name, steps, record }) => (name === route.name ? { steps, record, times } : [])),
  )
  const steps = walked.reduce((sum, one) => sum + one.times * one.steps.length, 0)
  const lookups = walked.reduce((sum, { record, times }) => sum + (record?.lookup ? times : 0), 0)
  const share = lookups === 0 ? 1 : steps / (steps + lookups)
  return { from: shape.from * share, stages: shape.stages.map((one) => ({ ...one, rate: one.rate * share })) }
}

/** @param profile how the target speaks; null where it was not asked */
export function planOf(
  { run, target, timeoutMs, settleMs }: RunOptions,
  told: LoadOptions,
  journeys: Plan['journeys'],
  profile: Profile | null,
): Plan {
  return {
    run,
    baseUrl: target.baseUrl,
    auth: target.auth,
    timeoutMs,
    settleMs,
    shape: slowed(told, journeys),
    users: told.users,
    together: told.together,
    journeys,
    turns: turnsOf(told.ways.filter(({ route }) => journeys.some(({ name }) => name === route.name))),
    errorsWith2xx: profile !== null && errorsWith2xx(profile),
    unknown: profile?.unknownIds.map(({ status, code }) => ({ status, code })) ?? [],
    latency: told.latency,
  }
}
