/** What only refused requests carried, and a response shows all the same: however late, it was written (docs/judgement.md, rule 3). */
import { isRecordKind } from '../../schemas/registry.ts'
import type { Monitor } from '../checks/check.ts'
import { errors } from './draws.ts'
import { settingWrites } from '../../schemas/order.ts'

/** What of the host is written, and shown by a read. */
const written: ReadonlySet<string> = new Set(settingWrites.map(({ act }) => act.kind))

const notStored: Monitor = {
  id: 'auth/not-stored',
  clause: 'AUTH-1',
  claim: 'MUST NOT show anything that only rejected requests carried',
  sends: 'nothing of its own',
  expects: 'no response, however late, to show a text that only requests with bad credentials carried',
  kills: ['auth/stored-late'],
  // Where nothing was refused, nothing that was refused can show.
  besides: ['auth/no-header'],
  needs: errors,
  on: ({ method, act: { kind } }) => method === 'GET' && (isRecordKind(kind) || written.has(kind)),
  watch(response, { profile, exchange, refused }) {
    if (!refused || !response.json.ok || !profile.isSuccess(response) || exchange.credential !== 'right') return 'off'
    const found = refused.shownIn(response.json.value)
    if (!found) return 'held'
    const { text, by } = found
    return {
      expected: 'nothing that only refused requests carried',
      got: `${JSON.stringify(text)}, which only ${by.operation} with ${by.credential} carried, and was refused`,
      cause: 'a refused text',
      exchanges: [by],
    }
  },
}

export const refusedMonitors: readonly Monitor[] = [notStored]
