/** What the monitors saw of every operation in the whole run. */
import { operations, type Operation, type OperationId } from '../../schemas/registry.ts'
import type { Result } from '../../schemas/report.ts'
import { isMonitor, type Monitor } from '../checks/check.ts'
import { Inconclusive, saidAt, Skipped, verdictOf } from '../claim/finding.ts'
import { result, said, shown, type Showing } from './judge.ts'
import type { Planned } from './plan.ts'
import type { Seen, Tally } from './tally.ts'

/** @param unsent why nothing was sent to an operation, where nothing was */
export function monitoredAll(
  plan: readonly Planned[],
  tally: Tally,
  unsent: ReadonlyMap<OperationId, Error>,
  showing: Showing,
): readonly Result[] {
  const results = plan.flatMap(({ operation, checks }) => {
    const why = unsent.get(operation.id) ?? new Inconclusive('no response was seen that this check is about')
    return checks
      .filter(isMonitor)
      .map((check) => monitored(operation, check, tally.of(operation.id, check.id), showing, why))
  })
  return toldOnce(results)
}

/** The cause of a note, and of a pass, that rests on no response that had what the monitor judges. */
const UNSEEN = 'none had any'

/**
 * What nowhere came to be seen is told once, on the first operation, and holds everywhere; so it does where other operations, or
 * other shards, show it.
 */
export function toldOnce(results: readonly Result[]): readonly Result[] {
  const isUnseen = ({ verdict, cause }: Result) => (verdict === 'note' || verdict === 'pass') && cause === UNSEEN
  const shown = new Set(results.flatMap((one) => (one.verdict === 'pass' && !isUnseen(one) ? one.check : [])))
  const first = new Map<string, string>()
  const unseen = Map.groupBy(results.filter(isUnseen), ({ operation }) => operation)
  for (const { id } of operations)
    for (const { check } of unseen.get(id) ?? []) if (!first.has(check)) first.set(check, id)
  return results.map((result) => {
    if (!isUnseen(result)) return result
    const isTold = first.get(result.check) === result.operation && !shown.has(result.check)
    return { ...result, verdict: isTold ? 'note' : 'pass' }
  })
}

/**
 * What a monitor saw of an operation in the whole run.
 * @param why what it means that it saw nothing
 */
export function monitored(operation: Operation, monitor: Monitor, seen: Seen, showing: Showing, why: Error): Result {
  const [breach, ...lesser] = seen.breaches.toSorted(
    (a, b) => weight(a.observation.level) - weight(b.observation.level),
  )
  if (breach) {
    const { observation } = breach
    const all = seen.broken === seen.judged ? '' : ` (in ${seen.broken} of ${seen.judged} responses)`
    // A worse breach hides no other (docs/judgement.md, rule 17).
    const others = lesser.filter((one) => one.observation.expected !== observation.expected)
    const besides = [...new Set(others.map((one) => `; besides, ${one.observation.got}`))].join('')
    const got = showing.clean(`${observation.got}${all}${besides}`)
    return result(
      operation,
      monitor,
      {
        verdict: verdictOf(observation.level ?? monitor.claim),
        message: `${saidAt(monitor.claim, observation.level)}: got ${got}`,
        expected: observation.expected,
        got,
        cause: showing.clean(observation.cause ?? observation.got),
        evidence: shown([breach, ...others].flatMap(exchangesOf), showing),
      },
      breach.exchange.response?.durationMs ?? 0,
    )
  }
  if (seen.held > 0)
    return result(
      operation,
      monitor,
      {
        verdict: 'pass',
        message: `${monitor.claim}: held in ${seen.held} ${seen.held === 1 ? 'response' : 'responses'}`,
        evidence: [],
      },
      0,
    )
  const { whenBare = 'nothing to judge' } = monitor
  if (seen.judged > 0) {
    if (typeof whenBare !== 'string') {
      return result(operation, monitor, said(new Skipped(whenBare.skipped), monitor.claim, showing), 0)
    }
    return result(
      operation,
      monitor,
      {
        verdict: 'note',
        message: `${monitor.claim}: not judged, ${whenBare} (${seen.judged} responses seen)`,
        cause: UNSEEN,
        evidence: [],
      },
      0,
    )
  }
  return result(operation, monitor, said(why, monitor.claim, showing), 0)
}

const exchangesOf = ({ observation: { exchanges = [] }, exchange }: Seen['breaches'][number]) => [
  ...exchanges,
  exchange,
]

const weight = (level: 'MUST' | 'SHOULD' | 'MAY' | undefined) => ({ MUST: 0, SHOULD: 1, MAY: 2 })[level ?? 'MUST']
