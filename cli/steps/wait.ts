import { setTimeout as pause } from 'node:timers/promises'
import { NoVerdict } from '../../fixtures/errors.ts'
import { addressOf, type Reaching } from '../../fixtures/http/address.ts'
import type { Dispatchers } from '../../fixtures/http/dispatchers.ts'
import { doing } from '../../schemas/registry.ts'

const EVERY_MS = 500

/** What a gateway answers while the server behind it is still starting. */
const notYet: readonly number[] = [502, 503, 504]

async function answers({ kept }: Dispatchers, baseUrl: string, limitMs: number, stop: AbortSignal): Promise<boolean> {
  const { origin, prefix } = addressOf(baseUrl)
  const signal = AbortSignal.any([stop, AbortSignal.timeout(Math.max(1, Math.ceil(limitMs)))])
  try {
    const { statusCode, body } = await kept.request({
      origin,
      path: `${prefix}${doing('reads', 'host', 'health').path}`,
      method: 'GET',
      signal,
    })
    // Its end may never come.
    body.on('error', () => undefined).destroy()
    return !notYet.includes(statusCode)
  } catch {
    return false
  }
}

/** Asks the target's health, without a token, until anything at all is answered; gives up after so many seconds. */
export async function waitFor(reaching: Reaching, seconds: number, signal: AbortSignal): Promise<void> {
  const { baseUrl } = reaching.target
  const end = performance.now() + seconds * 1000
  const { openDispatchers } = await import('../../fixtures/http/dispatchers.ts')
  const dispatchers = openDispatchers(reaching)
  try {
    while (!(await answers(dispatchers, baseUrl, Math.min(5000, end - performance.now()), signal))) {
      if (signal.aborted) throw new NoVerdict('interrupted while waiting for the target')
      if (performance.now() + EVERY_MS > end) {
        throw new NoVerdict(
          `nothing answered at ${baseUrl} within ${seconds} s; is it running, and is the address right?`,
        )
      }
      await pause(EVERY_MS)
    }
  } finally {
    await dispatchers.close()
  }
}
