import type { Exchange } from '../../fixtures/http/exchange.ts'
import { asking } from '../../fixtures/http/typed.ts'
import { doing } from '../../schemas/registry.ts'
import type { Caller } from './call.ts'

/** How long a target may take to come back whose process has ended, in milliseconds. */
const UNTIL_BACK = 60_000

/** Waits for a target whose process has ended to answer again, a minute at most. */
export async function untilBack({ client, patience }: Pick<Caller, 'client' | 'patience'>): Promise<void> {
  // Not insistent at first: a run that is over waits for nobody.
  let insistent = false
  const ask = async () => {
    const exchange = await client.send({ ...asking(doing('reads', 'host', 'health')), insistent })
    insistent = true
    return exchange
  }
  const isBack = ({ response }: Exchange) => response !== null
  await patience.eventually(ask, isBack, { why: 'the target to be back', within: UNTIL_BACK, teaches: null })
}
