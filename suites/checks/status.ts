/** changeStatus sets applicationStatus, and `idle` is a value of it. */
import { taken } from '../evidence/census.ts'
import type { Census } from '../evidence/census/state-diff.ts'
import { control } from '../evidence/control.ts'
import { check, type Check } from './check.ts'
import { Breach, Inconclusive } from '../claim/finding.ts'

const on: Check['on'] = ({ act }) => act.aspect === 'status'

/** The status before and after; throws where it is not shown. */
function statusOf({ writtenFields, exchanges }: Census) {
  const status = writtenFields.find(({ field }) => field === 'applicationStatus')
  if (!status || !('shown' in status)) throw new Inconclusive('no read shows applicationStatus', undefined, exchanges)
  return { ...status, exchanges }
}

const set = check({
  id: 'status/set',
  clause: 'STATE-2',
  claim: 'MUST set applicationStatus to the value that was sent',
  sends: 'changeStatus with `idle` on a record in another state, and a read of it',
  expects: 'the read to show `idle`',
  kills: ['status/*'],
  on,
  needs: { control, taken },
  prove({ taken: found }) {
    const { before, shown, written, exchanges } = statusOf(found)
    if (shown !== written)
      throw new Breach({
        expected: `applicationStatus ${String(written)}`,
        got: `applicationStatus ${String(shown)}`,
        exchanges,
      })
    if (before === undefined || before === written)
      throw new Inconclusive(
        {
          text: `applicationStatus was ${before === undefined ? 'not shown' : JSON.stringify(before)} before`,
          cause: 'applicationStatus was already moving or not shown',
        },
        '--allow deploy, so that a start may move it',
        exchanges,
      )
  },
})

const shownStatus = check({
  id: 'status/shown',
  clause: 'STATE-1',
  claim: 'MUST show applicationStatus as a string, if it shows it',
  sends: 'changeStatus, and a read of its record',
  expects: 'a string under applicationStatus',
  kills: ['status/number'],
  on,
  needs: { control, taken },
  prove({ taken: found }) {
    const { shown, exchanges } = statusOf(found)
    if (typeof shown !== 'string')
      throw new Breach({
        expected: 'applicationStatus as a string',
        got: JSON.stringify(shown) ?? 'nothing',
        exchanges,
      })
  },
})

export const statusChecks: readonly Check[] = [set, shownStatus]
