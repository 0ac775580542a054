/** Whether a request with bad credentials was refused (JUDGEMENT.md, rule 3). */
import type { Rung } from '../../fixtures/http/credentials.ts'
import type { Exchange } from '../../fixtures/http/exchange.ts'
import { textsIn } from '../../fixtures/payload/find.ts'
import type { Case } from './check.ts'
import { Blocked, Breach, inWords, Skipped, Inconclusive } from '../claim/finding.ts'
import { fingerprint, sameFingerprint, shows } from '../target/profile.ts'

/**
 * Throws unless the rung's answer is a refusal.
 * @param noted which headers are only noted when they are taken
 */
export function refused(scene: Case, rung: Rung, carries: string, noted?: RegExp): void {
  const { trace, profile } = scene
  const exchange = sent({ trace }, rung)
  const { control } = trace
  if (!exchange.answer || exchange.answer.cut)
    throw new Inconclusive(`no whole answer came: ${exchange.failure ?? 'it was cut off'}`, undefined, [exchange])
  if (profile.isSuccess(exchange.answer)) {
    if (rung === 'other-case' && hexadecimal.test(exchange.headers['authorization'] ?? ''))
      throw new Inconclusive(
        'a token of hexadecimal digits may be read as a number, of which case is no part',
        'a token with other letters',
        [exchange],
      )
    throw new Breach({
      ...(noted?.test(exchange.headers['authorization'] ?? '') ? { level: 'MAY' as const } : {}),
      expected: `a refusal of ${carries}`,
      got: `the request was served: ${inWords(exchange)}`,
      exchanges: [exchange],
    })
  }
  const shown = control ? disclosed(exchange, control, scene) : []
  if (control && shown.length > 0)
    throw new Breach({
      expected: `a refusal of ${carries} that shows nothing of what is refused`,
      got: `a refusal that shows ${shown.length} values of the authorised answer: ${inWords(exchange)}`,
      exchanges: [exchange, control],
    })
  if (
    control?.answer &&
    !profile.isSuccess(control.answer) &&
    sameFingerprint(fingerprint(exchange), fingerprint(control))
  )
    throw new Inconclusive(
      'the authorised request is answered with the same error, so this may not be a refusal of the credentials',
      'what the authorised request needs to succeed: identifiers or sample in the target file, or a token with more rights',
      [exchange, control],
    )
  if (profile.isRefusal(exchange)) return
  throw new Inconclusive(
    `it was not served, yet not refused as this target refuses bad credentials elsewhere (${refusalsInWords(profile.refusals)})`,
    undefined,
    control ? [exchange, control] : [exchange],
  )
}

/** A header whose token is of hexadecimal digits alone. */
const hexadecimal = /^\S+ [0-9a-f-]+$/i

/**
 * Texts of the authorised answer that only the record can have said, since this run made them up, and that stand in the
 * refusal too, although the request did not bring them along. All other texts may be part of every answer.
 */
function disclosed(refusal: Exchange, control: Exchange, { profile, run }: Case): readonly string[] {
  if (!run || !control.answer || !refusal.answer || !control.answer.json.ok) return []
  if (!profile.isSuccess(control.answer)) return []
  const brought = decodeURIComponent(refusal.path.replaceAll('+', ' ')) + (refusal.body ?? '')
  return textsIn(control.answer.json.value).filter(
    (text) => text.includes(run) && !brought.includes(text) && shows(refusal, text),
  )
}

const refusalsInWords = (prints: Case['profile']['refusals']) =>
  prints.length === 0
    ? 'it was not seen to refuse any'
    : prints.map((one) => (one.code === '' ? String(one.status) : `${one.status} ${one.code}`)).join(', ')

/** The exchange of a rung; throws what it means that there is none. */
export function sent({ trace }: Pick<Case, 'trace'>, rung: Rung | 'lower-case') {
  const exchange = trace.rungs.get(rung)
  if (exchange) return exchange
  if (trace.blocked) throw new Blocked(trace.blocked.reason, trace.blocked.by)
  if (trace.unsent?.inconclusive) throw new Inconclusive(trace.unsent.reason)
  throw new Skipped(trace.unsent?.reason ?? trace.skipped ?? 'with this target it would be the right credentials')
}
