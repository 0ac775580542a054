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
import { fieldWord } from '../schemas/vocabulary.ts'
import { forbidden } from '../suites/target/offered.ts'
import type { Profile } from '../suites/target/profile.ts'
import { loadChecks } from './checks.ts'
import { journeysByScenario, type Journey } from './journeys.ts'
import { selection } from './select.ts'
import type { Plan, Step } from './scripts/plan.ts'
import { extraRequests } from './scripts/steps.ts'
import type { LoadOptions, WeightedJourney } from './options.ts'

type Choices = Pick<RunOptions, 'allow' | 'target' | 'only' | 'skip'>

const needed = { deploy: 'deploy', cleanup: 'destructive', mixed: null } as const

/** Whether a journey is for its operations of an effect that needs permission, and not for what is around them. */
const permitted = ({ operations: ids }: Journey, choices: Choices) => ids.every((id) => mayAsk(operation(id), choices))

const mayAsk = (one: Operation, choices: Choices) =>
  one.effect === 'read' || one.effect === 'resource' || choices.allow.includes(one.effect)

/**
 * The journeys of a scenario, without what is not selected or not offered.
 * @throws UsageError where its permission is missing or nothing is left
 */
export function weightedJourneys(scenario: Scenario, choices: Choices): readonly WeightedJourney[] {
  const permission = needed[scenario]
  if (permission !== null && !choices.allow.includes(permission))
    throw new UsageError(
      `--scenario ${scenario} calls operations of effect '${permission}'; permit them with --allow ${permission}, ` +
        `or take --scenario mixed, which leaves out what is not permitted`,
    )
  const wanted = selection(choices.only, choices.skip)
  const allowed = selection([], choices.skip)
  const asked = (id: OperationId) => loadChecks.some((check) => wanted(id, check.id))
  const possible = (id: OperationId) =>
    forbidden(operation(id), choices) === null && loadChecks.some((check) => allowed(id, check.id))
  const weighted = journeysByScenario[scenario].flatMap(({ journey, times }) => {
    if (!permitted(journey, choices) || !journey.operations.some(asked)) return []
    const [first, last] = [journey.operations[0], journey.operations.at(-1)]
    // What makes and deletes the record of a journey belongs to it, asked for or not.
    const around = (id: OperationId) => journey.kind !== null && (id === first || id === last)
    if (journey.kind !== null && ![first, last].every((id) => id !== undefined && possible(id))) return []
    const left = journey.operations.filter((id) => possible(id) && (asked(id) || around(id)))
    return left.length === 0 ? [] : [{ journey: { ...journey, operations: left }, times }]
  })
  if (weighted.length === 0)
    throw new UsageError(`--only, --skip and the target file leave nothing of --scenario ${scenario}`)
  return weighted
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

/**
 * The requests of a journey, in the target's words, with `{name}` and `{id}` for what each journey fills in. A journey that deletes its
 * record reads it once more, if it has read it before.
 */
export function stepsOf(journey: Journey, { target, run, seed }: RunOptions, found: References): readonly Step[] {
  const wording = wordingOf(target.vocabulary)
  const steps = journey.operations.map((id): Step => {
    const one = operation(id)
    const filled = filledIn(values(run, seed, 'load'))
    const own = journey.kind === null || act(one) === 'creates' ? {} : { [identifierField[journey.kind]]: ID }
    const references = { ...found, ...own }
    const body = validBody(one, target, filled, references)
    const query = validQuery(one, target, filled, references)
    const sending = { operation: id, method: one.method, path: one.path, query, ...(body ? { body } : {}) }
    const composed = compose(sending, target, wording)
    const path = composed.path.replaceAll(encodeURIComponent(ID), ID).replaceAll(encodeURIComponent(NAME), NAME)
    return { operation: id, method: one.method, path, body: composed.body, act: act(one) }
  })
  const read = steps.find(({ act }) => act === 'reads')
  return read && steps.at(-1)?.act === 'deletes' ? [...steps, { ...read, act: 'gone' }] : steps
}

/** The place of each journey in `weighted`, as often as it is run, spread evenly. */
function turnsOf(weighted: readonly WeightedJourney[]): readonly number[] {
  const most = Math.max(...weighted.map(({ times }) => times))
  const rounds = Array.from({ length: most }, (_, round) =>
    weighted.flatMap(({ times }, place) => (round < times ? [place] : [])),
  )
  return rounds.flat()
}

/** Whether this target says no with a 2xx: asked of its profile with such a response. */
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
    startedMs: 0,
    durationMs: 0,
  })
}

/** The shape with fewer journeys where some send more than their own requests: never more in all than were asked for. */
function slowed({ shape, weighted }: LoadOptions, journeys: Plan['journeys']): Plan['shape'] {
  const chosen = weighted.flatMap(({ journey, times }) =>
    journeys.flatMap(({ name, steps, record }) => (name === journey.name ? { steps, record, times } : [])),
  )
  const own = chosen.reduce(
    (sum, { times, steps }) => sum + times * steps.filter(({ act }) => act !== 'gone').length,
    0,
  )
  const more = chosen.reduce(
    (sum, { record, times, steps }) => sum + times * (extraRequests(steps) + (record?.lookup ? 1 : 0)),
    0,
  )
  const share = own === 0 ? 1 : own / (own + more)
  return { from: shape.from * share, stages: shape.stages.map((one) => ({ ...one, rate: one.rate * share })) }
}

/** @param profile how the target speaks; null where it was not asked */
export function planOf(
  { run, target, timeoutMs, settleMs, badTokens }: RunOptions,
  loadOptions: LoadOptions,
  journeys: Plan['journeys'],
  profile: Profile | null,
): Plan {
  return {
    run,
    baseUrl: target.baseUrl,
    auth: target.auth,
    timeoutMs,
    settleMs,
    shape: slowed(loadOptions, journeys),
    users: loadOptions.users,
    together: loadOptions.together,
    restRate: loadOptions.restRate,
    journeys,
    turns: turnsOf(loadOptions.weighted.filter(({ journey }) => journeys.some(({ name }) => name === journey.name))),
    errorsWith2xx: profile !== null && errorsWith2xx(profile),
    unknown: profile?.unknownIds.map(({ status, code }) => ({ status, code })) ?? [],
    limits: loadOptions.limits,
    scenario: loadOptions.scenario,
    tagged: loadOptions.limits.length > 0 || loadOptions.outputs.length > 0,
    statusField: fieldWord(target.vocabulary ?? {}, 'applicationStatus'),
    wrongTokens: badTokens === null,
  }
}
