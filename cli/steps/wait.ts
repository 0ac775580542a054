import { setTimeout as pause } from 'node:timers/promises'
import { NoVerdict } from '../../fixtures/errors.ts'

const EVERY_MS = 500

/** What a gateway answers while the server behind it is still starting. */
const notYet: readonly number[] = [502, 503, 504]

async function answers(address: string, limitMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(address, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, limitMs))]),
    })
    await response.body?.cancel()
    return !notYet.includes(response.status)
  } catch {
    return false
  }
}

/** Asks the target's health, without a token, until anything at all is answered; gives up after so many seconds. */
export async function waitFor(baseUrl: string, seconds: number, signal: AbortSignal): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await answers(`${baseUrl}/settings.health`, Math.min(5000, end - performance.now()), signal))) {
    if (signal.aborted) throw new NoVerdict('interrupted while waiting for the target')
    if (performance.now() + EVERY_MS > end) {
      throw new NoVerdict(
        `nothing answered at ${baseUrl} within ${seconds} s; is it running, and is the address right?`,
      )
    }
    await pause(EVERY_MS)
  }
}
