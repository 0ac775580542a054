/** What a load run found, as a report says it. */
import type { Findings } from '../reports/model/exit-code.ts'
import { scenarios, type Load } from '../schemas/load.ts'
import { groups, operations } from '../schemas/registry.ts'
import type { Leftover, Result } from '../schemas/report.ts'
import type { RunOptions } from '../schemas/target.ts'
import { coverage } from '../suites/run/coverage.ts'
import { deviations } from '../suites/run/deviations.ts'
import { accepted, knownInLoad, today, unheld } from '../suites/run/known.ts'
import { limitClaims } from '../reports/model/timings/limit-claims.ts'
import { coveredBy, limitResults, subjectOf } from '../reports/model/timings/limits.ts'
import { loadChecks } from './checks.ts'
import { judgeLoad } from './judge.ts'
import type { K6 } from './k6/find.ts'
import type { Loaded, LoadOptions } from './options.ts'
import { selection } from './select.ts'
import type { CannotBegin } from './setup.ts'
import type { Tally } from './tally.ts'
import { steadyResult } from './steady.ts'
import { invalidity } from './validity.ts'

export interface Ran {
  readonly k6: Pick<K6, 'version'>
  readonly options: RunOptions
  readonly loadOptions: LoadOptions
  readonly clean: (text: string) => string
  /** Journeys that could not begin on this target, and why. */
  readonly cannotBegin: readonly CannotBegin[]
  /** null where it did not come to a load. */
  readonly loaded: Loaded | null
  readonly noVerdict: string | null
  readonly serviceVersion: string
  readonly observed: Findings['observed']
  readonly interrupted: boolean
  readonly leftovers: readonly Leftover[]
  readonly requests: number
}

/** k6's exit codes of a run that came to its end: none of its thresholds crossed, or some. */
const ENDED: readonly (number | null)[] = [0, 99]
/** So many requests in a row without a response, and the target counts as gone. */
const GONE_AFTER = 25

const list = (names: readonly string[]) =>
  names.length > 6 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')

/** Why the load is no result; null: it is one. */
function incomplete({ loaded, options, loadOptions }: Ran): string | null {
  if (!loaded) return null
  const { measure, ended, summary, gaveWay } = loaded
  const [threw] = measure.threw
  if (threw !== undefined)
    return `${measure.threw.length} journeys broke (a defect of Touchstone's own): ${threw.slice(0, 300)}`
  // A target that gave way has had its load ended by us.
  if (!gaveWay && !ENDED.includes(ended.code))
    return `k6 ended with exit code ${ended.code ?? 'none'}: ${ended.said.slice(0, 3).join(' ').slice(0, 500) || 'it did not say why'}`
  if (!summary) return 'k6 ended without its summary'
  if (measure.silent >= GONE_AFTER)
    return `${options.target.baseUrl} answered none of the last ${measure.silent} requests: the target stopped responding (${[...measure.failures].slice(0, 2).join('; ')})`
  const [unfound] = measure.unfound
  if (unfound !== undefined)
    return `lookup.${unfound}.path in the target file did not show a ${unfound} that was made under load, so nothing more is known of it; it has to show all of them`
  const silent = summary.journeys - measure.completed
  if (silent > 0) return `${silent} journeys ended without a word`
  // A load whose records were never made has judged nothing of what it was for.
  const makes = measure.plan.journeys.filter(({ record }) => record !== null)
  const journeyOutcomes = makes.flatMap(({ name }) => measure.journeyOutcomes.get(name) ?? [])
  if (journeyOutcomes.length > 0 && journeyOutcomes.every(({ ended }) => ended === 0))
    return `none of the journeys that make a record came to its end (answered ${[...new Set(journeyOutcomes.flatMap(({ why }) => [...why]))].join(', ')})`
  // What was asked and not answered is told of by load/answered.
  const unseen = [...measure.tallies].filter(([, { load }]) => load.asked === 0).map(([operation]) => operation)
  // A segment need not meet all journeys; all segments together do.
  if (unseen.length > 0 && !gaveWay && loadOptions.segment === null)
    return `${list(unseen)} was not called under load, so nothing is known of ${unseen.length === 1 ? 'it' : 'them'}; a longer --duration or a higher --rate gives every journey its turn`
  return null
}

function figuresOf({ k6, loadOptions }: Ran, loaded: Loaded): Load {
  const { measure, ended, summary, gaveWay, cores } = loaded
  const dropped = summary?.dropped ?? 0
  const generator = { dropped, cpu: ended.cpu, cores }
  return {
    scenario: loadOptions.scenario,
    profile: loadOptions.profile,
    k6: k6.version,
    started: measure.started.toISOString(),
    durationMs: measure.durationMs,
    shape: measure.plan.shape,
    segment: loadOptions.segment,
    together: loadOptions.together.count,
    journeys: {
      planned: Math.round(measure.planned()),
      begun: Math.max(measure.completed, Math.round(measure.planned()) - dropped),
      completed: measure.completed,
      dropped,
    },
    invalid: gaveWay ? null : invalidity(measure, generator),
    ...(gaveWay === undefined ? {} : { gaveWay }),
    cpu: ended.cpu === null ? null : Math.round(ended.cpu * 100) / 100,
    ...(measure.plan.limits.length === 0 ? {} : { limits: measure.plan.limits }),
    windowMs: measure.windowMs,
    ...measure.figures(),
  }
}

/** What is said of journeys that the load had to leave out, each under its first operation. */
function leftOutResults(
  { cannotBegin, clean }: Ran,
  chosen: (operation: string, check: string) => boolean,
): readonly Result[] {
  const check = 'load/begun'
  const all = cannotBegin.flatMap(({ weighted: { journey }, reason, supply }): readonly Result[] => {
    const [operation = ''] = journey.operations
    const why = clean(`the journey ${journey.name} can't begin: ${reason}`)
    return [
      {
        id: `${operation} ${check}`,
        operation,
        check,
        clause: 'NS-1',
        durationMs: 0,
        evidence: [],
        verdict: 'inconclusive',
        message: `Inconclusive: ${why}`,
        reason: why,
        ...(supply === null ? {} : { supply }),
      },
    ]
  })
  // Journeys that begin with one operation can't begin for one reason.
  return all.filter(
    ({ id }, at) => chosen(all[at]?.operation ?? '', check) && all.findIndex((one) => one.id === id) === at,
  )
}

/** The ids of all results that loads may have. */
const allResults = () => [
  ...operations.flatMap((operation) =>
    loadChecks.flatMap((check) => (check.on(operation) ? `${operation.id} ${check.id}` : [])),
  ),
  ...[...Object.keys(groups).map((name) => `${name}.*`), ...scenarios].flatMap((name) =>
    [...Object.keys(limitClaims), 'load/steady'].map((check) => `${name} ${check}`),
  ),
]

export function findingsOf(ran: Ran): Findings {
  const { options, loaded, clean, interrupted } = ran
  const load = loaded ? figuresOf(ran, loaded) : null
  const known = knownInLoad(options.known ?? [])
  const chosen = selection(options.only, options.skip)
  const judged = loaded
    ? judgeLoad(
        {
          measure: loaded.measure,
          identifiers: loaded.identities,
          dropped: loaded.summary?.dropped ?? 0,
          gaveWay: Boolean(loaded.gaveWay),
        },
        options,
        chosen,
        clean,
      )
    : []
  const limited = load
    ? limitResults(load).filter(({ operation, check }) =>
        (load.limits ?? []).some(
          (limit) =>
            subjectOf(limit) === operation &&
            coveredBy(limit, Object.keys(load.operations)).some((id) => chosen(id, check)),
        ),
      )
    : []
  const steady = load && Object.keys(load.operations).some((id) => chosen(id, 'load/steady')) ? steadyResult(load) : []
  const results = [...judged, ...limited, ...steady, ...(loaded ? leftOutResults(ran, chosen) : [])].map((result) =>
    accepted(result, known, today()),
  )
  const tallies = [...(loaded?.measure.tallies ?? [])]
  const ids = (holds: (tally: Tally) => boolean) =>
    new Set(tallies.flatMap(([id, tally]) => (holds(tally) ? [id] : [])))
  const exercised = ids(({ rest, together, load: under }) => rest.answered + together.answered + under.answered > 0)
  const succeeded = ids(({ rest, together, load: under }) => rest.served + together.served + under.served > 0)
  const why = ran.noVerdict ?? (interrupted ? null : (incomplete(ran) ?? load?.invalid ?? null))
  // What a part of a load, or one that was cut off, does not meet may be there all the same.
  const whole = why === null && !interrupted && ran.loadOptions.segment === null
  return {
    results,
    unheld: unheld(known, results, whole ? new Set(results.map(({ id }) => id)) : new Set(), allResults(), today()),
    planned: results.length,
    executed: results.length,
    requests: ran.requests,
    coverage: coverage(results, { exercised, succeeded }),
    observed: JSON.parse(clean(JSON.stringify(ran.observed))) as Findings['observed'],
    leftovers: ran.leftovers,
    serviceVersion: clean(ran.serviceVersion),
    deviations: deviations(options),
    noVerdict: why === null ? null : clean(why),
    interrupted,
    ...(load ? { load } : {}),
  }
}
