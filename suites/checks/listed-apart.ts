import { objectsIn } from '../../fixtures/payload/find.ts'
import { Breach } from '../claim/finding.ts'
import type { Probe } from '../evidence/probes/probe.ts'
import { brief } from '../values/difference.ts'
import { sameFlag } from '../values/flags.ts'
import type { Context } from './check.ts'
import { allOf, valueOfResponse } from './seen.ts'

/** The breach where a read and the list show another projects or services of the same user. */
export function listedApart(context: Context, { exchange }: Probe, reads: readonly Probe[]): readonly Breach[] {
  const list = reads.find(({ ask }) => ask === 'list')
  const value = valueOfResponse(context, exchange)
  const [userId] = allOf(value, 'userId')
  const row = objectsIn(list && valueOfResponse(context, list.exchange)).find((user) => user['userId'] === userId)
  const shown = objectsIn(value).find((user) => user['userId'] === userId)
  if (!list || !row || !shown) return []
  return ['accesedProjects', 'accesedServices'].flatMap((field) =>
    Array.isArray(row[field]) && Array.isArray(shown[field]) && !sameFlag(row[field], shown[field])
      ? new Breach({
          expected: `${field} of the user ${String(userId)} to be ${brief(shown[field])} in the list too`,
          got: brief(row[field]),
          cause: 'listed otherwise',
          exchanges: [exchange, list.exchange],
          change: true,
        })
      : [],
  )
}
