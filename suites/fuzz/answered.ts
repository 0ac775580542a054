/** Whether a response is JSON that is a success or an error of the right shape, as the monitors judge every response. */
import { isTimeout, type Exchange } from '../../fixtures/http/exchange.ts'
import type { Caller } from '../scene/call.ts'
import { Breach, verdictOf, type Level } from '../claim/finding.ts'
import { errorMonitors } from '../monitors/errors.ts'
import { mediaMonitors } from '../monitors/media.ts'

const monitors = [...mediaMonitors, ...errorMonitors]

/** A target may close the connection on a body that it finds too long, in bytes; no limit that is reasonable is below it. */
const LONG = 32_768
/** Whether it may have been too long to be answered: worth a note, for a limit is legal (docs/judgement.md, rule 11). */
export const isCutShort = ({ response, body }: Exchange): boolean => !response && (body?.length ?? 0) > LONG

/** Whether the time ran out for it: so nothing tells whether it would be answered. */
export const isLate = (exchange: Exchange): boolean =>
  !exchange.response && isTimeout(exchange) && !isCutShort(exchange)

/** So often a payload is sent that draws no response: a network that resets 1 in 50 connections resets 4 of 4 in no run. */
const TRIES = 4

/** Sends a payload until something answers it: a connection that is reset once says nothing of the payload. */
export async function untilAnswered<T>(
  send: () => Promise<T>,
  exchangeOf: (sent: T) => Exchange | undefined,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const sent = await send()
    const exchange = exchangeOf(sent)
    if (!exchange || exchange.response || tries === TRIES || isTimeout(exchange) || isCutShort(exchange)) return sent
  }
}

const levelOf = (level: Level | undefined, claim: string): Level =>
  level ?? (verdictOf(claim) === 'fail' ? 'MUST' : verdictOf(claim) === 'warn' ? 'SHOULD' : 'MAY')

/** What is wrong with the form of a response, by the monitor that says so. */
function wrongWith(exchange: Exchange, { profile, options }: Caller) {
  const { response } = exchange
  if (!response) return []
  const known = { profile, exchange, secret: options.target.token }
  return monitors.flatMap((monitor) => {
    const watched = monitor.watch(response, known)
    return typeof watched === 'string' ? [] : [{ ...watched, monitor, level: levelOf(watched.level, monitor.claim) }]
  })
}

/**
 * What is wrong with the form of a response; null: nothing. A time that ran out says nothing of the payload.
 * @param usual the response to the valid request: what is wrong with it is wrong whatever the payload
 */
export function misanswered(
  exchange: Exchange,
  caller: Caller,
  payload: string,
  usual?: Exchange | null,
): Breach | null {
  if (!exchange.response)
    return isTimeout(exchange) || isCutShort(exchange)
      ? null
      : new Breach({
          level: 'SHOULD',
          expected: `a response to ${payload}`,
          got: `none: ${exchange.failure ?? 'no reason'}`,
          cause: 'no response',
          exchanges: [exchange],
        })
  const like = usual && caller.success(usual) === caller.success(exchange) ? wrongWith(usual, caller) : []
  const found = wrongWith(exchange, caller).filter(
    (one) => !like.some(({ monitor, level }) => monitor === one.monitor && level === one.level),
  )
  const worst = found.find(({ level }) => level === 'MUST') ?? found.find(({ level }) => level === 'SHOULD')
  if (!worst) return null
  const { level, expected, got, cause = got } = worst
  return new Breach({ level, expected, got: `${got}, in response to ${payload}`, exchanges: [exchange], cause })
}
