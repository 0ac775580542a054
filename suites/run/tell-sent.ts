import type { Exchange } from '../../fixtures/http/exchange.ts'
import { shown, type Showing } from './judge.ts'
import type { SessionHooks } from './outcome.ts'

/** Tells of an exchange, as it is and as it may be shown, where somebody listens. */
export function tellSent(exchange: Exchange, showing: Showing, hooks: SessionHooks): void {
  hooks.exchange?.(exchange)
  if (!hooks.sent) return
  const started = new Date(Date.now() - (exchange.response?.durationMs ?? 0)).toISOString()
  for (const evidence of shown([exchange], showing)) hooks.sent({ evidence, started })
}
