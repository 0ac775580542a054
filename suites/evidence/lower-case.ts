import type { Exchange } from '../../fixtures/http/exchange.ts'
import { control } from './control.ts'
import { derived, evidence } from './frame/evidence.ts'
import { longRead } from './requests/stimuli.ts'
import { subject } from './subject.ts'

/** The right token behind `bearer` in lower case, in a read with a long query: what is served so is served for each by itself. */
export const lowerCaseRead = evidence({
  id: 'lower-case',
  needs: { subject },
  after: [control],
  cost: () => 1,
  async gather({
    subject: tried,
    operation,
    caller,
  }): Promise<{ readonly exchange: Exchange; readonly isLong: boolean }> {
    const credential = 'lower-case' as const
    const both = operation.method === 'GET' ? await tried.send({ ...longRead(operation), credential }) : null
    if (both && caller.success(both)) return { exchange: both, isLong: true }
    return { exchange: await tried.send({ credential }), isLong: false }
  },
})

/** The right token behind `bearer` in lower case. */
export const lowerCase = derived(lowerCaseRead, ({ exchange }) => exchange)
