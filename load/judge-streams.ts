/** What is said of the requests beside the journeys, and of journeys that did not begin or end. */
import type { LoadCheck } from './checks.ts'
import type { Measure } from './measure.ts'
import { breach, pass, unknown, type Said } from './said.ts'
import type { Tally } from './tally.ts'

const skipped = (reason: string): Said => ({ verdict: 'skipped', message: `Not judged: ${reason}`, reason })

/** Refusals of requests that bear no token or an altered one, where none was served. */
export function refusedAll(
  check: LoadCheck,
  { probes, refused, rest, together, load }: Tally,
  lockedOut: boolean,
): Said {
  if (probes === 0) return skipped('this load sent it no request with a bad token; a longer --duration sends some')
  if (rest.served + together.served + load.served === 0)
    return unknown('it never succeeded with the right token either, so its refusals tell nothing')
  if (refused === 0)
    return unknown('each request with a bad token was answered with 429 or a 5xx, which neither serves nor refuses it')
  const locked = lockedOut ? '; the target then refused the right token too, so no more altered ones were sent' : ''
  return pass(
    check,
    `${refused} of ${probes} requests with no token or an altered one were refused, none served${locked}`,
  )
}

export function sawGone(check: LoadCheck, { gone, breaches }: Tally): Said {
  if (gone === 0) return skipped('no record was read after its delete')
  const late = breaches.get('gone') ?? 0
  return late > 0 ? unknown('what was seen of it was not shown') : pass(check, `${gone} reads of deleted records`)
}

/** What shows an effect later may have it in a queue: that is observed, and decides nothing. */
export const sawEffect = (check: LoadCheck, { moved }: Tally): Said =>
  moved === 0
    ? skipped('before the load, no read showed that it changes a status in the same way each time')
    : pass(check, `seen ${moved} times`)

/** Iterations that ended early: their record was not made. null where no journey begins with this operation. */
export function madeRecords(check: LoadCheck, operation: string, { plan, journeyOutcomes }: Measure): Said | null {
  const own = plan.journeys.filter(({ record, steps }) => record !== null && steps[0]?.operation === operation)
  if (own.length === 0) return null
  const seen = own.flatMap(({ name }) => journeyOutcomes.get(name) ?? [])
  const begun = seen.reduce((sum, one) => sum + one.begun, 0)
  const ended = seen.reduce((sum, one) => sum + one.ended, 0)
  if (begun === 0) return unknown('no journey with it had its turn')
  if (begun === ended) return pass(check, `${begun} journeys came to their end`)
  const whys = [...new Set(seen.flatMap(({ why }) => [...why]))].join(', ')
  return breach(
    check,
    'each journey to go on',
    `${begun - ended} of ${begun} journeys ended early (answered ${whys || 'otherwise'})`,
  )
}

/** Journeys that were due and could not begin, told of the operation that virtual users waited for longest. */
export function fellBehind(check: LoadCheck, operation: string, measure: Measure, dropped: number): Said | null {
  const [longest] = [...measure.waitedMicros].toSorted(([, a], [, b]) => b - a)
  if (longest?.[0] !== operation) return null
  const planned = Math.round(measure.planned())
  if (dropped === 0) return pass(check, `each of ${measure.completed} journeys began when it was due`)
  const { users } = measure.plan
  const got = `${dropped} of ${planned} journeys could not begin: none of at most ${users.most} virtual users was free in time; they waited longest for ${operation}`
  return breach(check, 'each journey to begin when it is due', got)
}
