import type { Client } from '../../fixtures/http/client.ts'
import type { Troubles } from '../../fixtures/http/presence.ts'
import { withoutSecrets } from '../../fixtures/http/secrets.ts'
import type { BadTokens } from '../evidence/frame/tokens.ts'

/** How the connection fared, and what the target let the run send. */
interface Connection extends Troubles {
  /** How often it answered 429, and how long was waited because of that, in milliseconds. */
  readonly busy: number
  readonly busyMs: number
  /** It refused the right token after wrong ones. */
  readonly lockedOut: boolean
}

/** What of the target slows a run, or keeps it from judging. */
export const strainOf = ({ busy }: Client, tokens: BadTokens | null) => ({
  busy,
  lockedOut: Boolean(tokens?.lockOut),
})

export function connectionOf(client: Client, tokens: BadTokens | null): Connection {
  const { busy, lockedOut } = strainOf(client, tokens)
  return { ...client.troubles, busy: busy.times, busyMs: busy.ms, lockedOut }
}

/** What a run observed and holds against nobody; how the connection fared only where it gave trouble. */
export function observedOf(
  calibrated: Readonly<Record<string, unknown>> | undefined,
  ways: Readonly<Record<string, unknown>>,
  connection: Readonly<Connection>,
  clean: (text: string) => string,
): Readonly<Record<string, unknown>> {
  const troubled = Object.values(connection).some((one) => one !== false && one !== 0)
  const observed: Readonly<Record<string, unknown>> = { ...calibrated, ways, ...(troubled ? { connection } : {}) }
  return withoutSecrets(observed, clean)
}
