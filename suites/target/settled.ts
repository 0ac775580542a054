/** What calibration makes of a target that says 'not now' for a moment (docs/judgement.md, rule 20). */
import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { saysNotNow } from './not-now.ts'

/** How long a target that says 'not now' is left alone, in milliseconds. */
const MOMENT = 60

/** Sends it once more in a moment where the target says 'not now': that may be no way of speaking. */
export async function settled(send: () => Promise<Exchange>): Promise<Exchange> {
  const exchange = await send()
  if (!saysNotNow(exchange)) return exchange
  await pause(MOMENT)
  return send()
}

/** Without those that say 'not now', if most do not: so speaks a moment, and not the target. */
export function withoutFew(all: readonly Exchange[]): readonly Exchange[] {
  const others = all.filter((one) => !saysNotNow(one))
  return others.length * 2 > all.length ? others : all
}
