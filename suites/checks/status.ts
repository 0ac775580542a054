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
  kills: ['status/ignored', 'status/number', 'status/never-idle', 'status/done-stays'],
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

const kept = check({
  id: 'status/kept',
  clause: 'NAME-4',
  claim: 'SHOULD keep the applicationStatus that was set when its record is updated',
  sends:
    'changeStatus with another value than `idle`, an update that does not name the status, and a read; if it is `idle` again, all of it once more, and then without the update',
  expects: 'the read to show the value that was set',
  kills: ['status/updated-*'],
  on,
  needs: { control, taken },
  prove({ taken: { updated, exchanges } }) {
    if (!updated)
      throw new Inconclusive(
        'no update was taken while the record stood, and stayed, at a status that was set',
        'a target that takes another value than `idle`, and leaves it',
        exchanges,
      )
    const { set: value, shown, exchanges: seen } = updated
    if (shown === value) return
    // A job may have moved it on; what it was before, it is again for the update's sake.
    if (shown !== 'idle')
      throw new Inconclusive(
        `applicationStatus moved to ${JSON.stringify(shown) ?? 'nothing'} meanwhile`,
        undefined,
        seen,
      )
    throw new Breach({
      expected: `applicationStatus ${value} still`,
      got: 'applicationStatus idle, after each of two updates',
      exchanges: seen,
      change: true,
    })
  },
})

export const statusChecks: readonly Check[] = [set, shownStatus, kept]
