import type { Exchange } from '../../fixtures/http/exchange.ts'

/** When a request was under way, in milliseconds of one clock; undefined where it got no response. */
const spanOf = ({ response }: Exchange) =>
  response ? { from: response.startedMs, to: response.startedMs + response.durationMs } : undefined

/** Whether two of these requests at least were under way at one time: what answers one by one shows nothing of several. */
export function overlap(exchanges: readonly Exchange[]): boolean {
  const spans = exchanges.flatMap((one) => spanOf(one) ?? []).toSorted((a, b) => a.from - b.from)
  // Of any that overlap, two do of which none began in between.
  return spans.some((span, at) => span.from < (spans[at - 1]?.to ?? 0))
}
