/** What outlives the server's process. Judged only where the run itself can end it: a server that others use is left alone. */
import { isCreate } from '../../schemas/registry.ts'
import { outlived } from '../evidence/restart.ts'
import { check, type Check } from './check.ts'
import { Blocked, Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { shows } from '../target/profile.ts'

const outlives = check({
  id: 'records/outlive-process',
  clause: 'NAME-1',
  claim: 'MAY keep records when its process is killed and started again',
  sends: 'a create, a restart of the killed container, and a read of the record',
  expects: 'the read to show the record',
  kills: ['process/forgets'],
  // What stands under another record would go with that.
  on: (operation) => isCreate(operation) && operation.act.kind !== 'port' && operation.act.kind !== 'mount',
  needs: { outlived },
  prove({ outlived: { creation, away, after, authorised }, operation, profile }) {
    if (!creation.record) throw new Blocked(creation.reason, `${operation.id} records/made`)
    if (away !== null)
      throw new Inconclusive({
        text: `the target was not there again: ${away}`,
        cause: 'the target was not there again',
      })
    if (!after) throw new Inconclusive('the run may not read this record, so nothing shows whether it still exists')
    if (!after.response) throw new Inconclusive('the read after the restart got no response', undefined, [after])
    if (profile.isSuccess(after.response) && shows(after, creation.record.id)) return
    const isTaken = authorised?.response && profile.isSuccess(authorised.response)
    if (profile.isRefusal(after) && !isTaken)
      throw new Inconclusive(
        'the token is refused after the restart',
        'a token that is good after a new start: --token, or an environment variable of the image that sets it',
        [after],
      )
    throw new Breach({
      expected: 'the record that was created before',
      got: inWords(after),
      exchanges: [creation.exchange, after],
    })
  },
})

export const restartChecks: readonly Check[] = [outlives]
