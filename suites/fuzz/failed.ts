/** A server that says itself that it failed, on a text that any keyboard types (docs/judgement.md, rule 21). */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { isOwn } from '../checks/server-error.ts'
import { saysItFailed } from '../target/server-failed.ts'
import { Breach, inWords } from '../claim/finding.ts'
import { oddNames, type Odd } from '../../fixtures/payload/fuzz/payload.ts'
import type { Text } from '../../fixtures/payload/fuzz/text.ts'
import type { Stage } from './stage.ts'

/** A short line of ASCII: what is refused of it may be refused, and needs no failure of the server. */
const PLAIN = /^[ -~]{1,250}$/

const plainer = ({ parts }: Text): Text => ({
  pad: 0,
  edge: '',
  parts: parts.filter((part) => PLAIN.test(part)),
  whole: '',
})

/** What of a payload is plain: it may be what draws a server error; null where all of it is, or nothing. */
export function plainOf(odd: Odd): Odd | null {
  const texts = Object.entries(odd).map(
    ([name, value]) => [name, typeof value === 'object' && value ? plainer(value) : null] as const,
  )
  const some = Object.fromEntries(texts)
  const isOther = texts.some(([name, text]) => text !== null && JSON.stringify(text) !== JSON.stringify(odd[name]))
  return isOther && oddNames(some).length > 0 ? some : null
}

/** Whether the server says that it failed, on records of the run's own, and does not say so of ordinary mistakes. */
export function fails({ operation, control, caller }: Stage, { response }: Exchange): boolean {
  if (!response || operation.method !== 'POST' || !isOwn(operation) || !saysItFailed(response.status)) return false
  return !caller.profile.errorStatuses.has(response.status) && control !== null && caller.success(control)
}

/**
 * The breach where a payload of plain texts, on records of the run's own, is answered with a server error.
 * @param names the fields that are odd
 */
export function failedOnPlain(stage: Stage, exchange: Exchange, names: readonly string[]): Breach | null {
  if (!fails(stage, exchange)) return null
  const body: Readonly<Record<string, unknown>> = Object(exchange.asked?.body)
  const isPlain = (value: unknown) => typeof value === 'string' && PLAIN.test(value)
  if (names.length === 0 || !names.every((name) => isPlain(body[name]))) return null
  return new Breach({
    level: 'SHOULD',
    expected: `no server error for a short text of ASCII characters as ${names.join(', ')}`,
    got: inWords(exchange),
    cause: 'a server error',
    exchanges: [stage.control ?? [], exchange].flat(),
  })
}
