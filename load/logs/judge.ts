/** Turns what the machines of a load printed into one report. */
import { masker } from '../../fixtures/http/secrets.ts'
import { UsageError } from '../../fixtures/errors.ts'
import { endingOf, type Ending } from '../../reports/model/exit-code.ts'
import { buildReport } from '../../reports/model/report.ts'
import type { Report } from '../../schemas/report.ts'
import { unfinished } from '../../suites/run/cleanup.ts'
import { findingsOf } from '../findings.ts'
import { Identities } from '../judge.ts'
import { Measure } from '../measure.ts'
import { shareOf } from '../resolve-options.ts'
import { breakpoint } from '../validity.ts'
import { readLogs, type Logged } from './read.ts'

/** Why the logs are not those of the whole load; null: they are. */
function missing({ plans, ends, journeys }: Logged): string | null {
  const [first] = plans
  const parts = first?.plan.about.parallelism ?? 1
  if (plans.length < parts)
    return `the logs of ${parts - plans.length} of ${parts} parts are missing; give those of all pods`
  if (ends.length < parts)
    return `${parts - ends.length} of ${parts} parts did not come to their end: their pods failed, or their logs are cut off`
  const arrived = journeys.filter(({ phase }) => phase === 'load').length
  const done = ends.reduce((sum, one) => sum + one.journeys, 0)
  return arrived < done
    ? `${done - arrived} of ${done} journeys are missing in the logs: a node keeps only the last of a long log (containerLogMaxSize); ` +
        `follow them from the start with kubectl logs -f, or have the collector do it`
    : null
}

/** @throws UsageError where the logs hold no load, or were written by another version of Touchstone */
export function judgeLogs(
  files: readonly string[],
  touchstone: string,
): { report: Report; ending: Ending; logged: Logged } {
  const logged = readLogs(files)
  const { plans, ends, journeys, entries } = logged
  const [first] = plans
  if (!first) throw new UsageError('the logs hold no plan')
  const { about, ...plan } = first.plan
  if (about.touchstone !== touchstone)
    throw new UsageError(
      `the load was emitted by touchstone ${about.touchstone}, and this is ${touchstone}; take that version`,
    )
  const { options, loadOptions, failOn } = about
  const share = plans.reduce((sum, { segment }) => sum + (segment === null || segment === '' ? 1 : shareOf(segment)), 0)
  const measure = new Measure(plan, Math.min(1, share))
  const identities = new Identities()
  for (const { event, kind, id, name } of entries) {
    if (event === 'created' && id !== undefined) identities.created(kind, id, name)
    if (event === 'delete' && id !== undefined) identities.deleting(kind, id)
  }
  for (const line of journeys) measure.add(line)
  const sum = (of: 'journeys' | 'dropped') => ends.reduce((all, one) => all + one[of], 0)
  const gaveWay = loadOptions.profile === 'breakpoint' ? breakpoint(measure, measure.windows) : undefined
  const findings = findingsOf({
    k6: { version: about.k6 },
    options,
    loadOptions,
    clean: masker(options).clean,
    loaded: {
      measure,
      identities,
      ended: { code: 0, said: [], cpu: null },
      summary: { journeys: sum('journeys'), dropped: sum('dropped') },
      gaveWay,
      cores: Infinity,
    },
    noVerdict: missing(logged),
    serviceVersion: '',
    observed: {},
    cannotBegin: [],
    interrupted: false,
    leftovers: unfinished(entries).records,
    requests: measure.requests,
  })
  const ending = endingOf(findings, { bail: false, failOn })
  const last = Math.max(...journeys.map((line) => Date.parse(line.time)))
  const circumstances = { touchstone, options, failOn, started: measure.started, ended: new Date(last) }
  return { report: buildReport(findings, ending, circumstances), ending, logged }
}
