/** The operation is there, told from a path that is not. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Case, Check } from './check.ts'
import { supplyFor } from './entries.ts'
import { Blocked, Breach, inWords, Skipped, Inconclusive } from '../claim/finding.ts'
import { ofWrongMethod, fingerprint, sameFingerprint, sameSort, template } from '../target/profile.ts'

const text = (exchange: Exchange) => exchange.answer?.text.trim() ?? ''

/** Whether the answer says of this path what the twin's says of a path that surely does not exist. */
function likeTwin(control: Exchange, twin: NonNullable<Case['trace']['twin']>): boolean {
  if (!twin.exchange.answer || !control.answer) return false
  if (twin.exchange.answer.status !== control.answer.status) return false
  return template(text(twin.exchange), twin.exchange) === template(text(control), control)
}

const exists: Check = {
  id: 'exists/operation',
  clause: 'OP-*',
  claim: 'MUST offer the operation under its method and path',
  sends:
    'the valid request with the right token, and where it is answered with an error, the same to a path that does not exist',
  expects: 'another answer than the one to a path that does not exist, or to a method that is not offered',
  kills: ['exists/*'],
  on: () => true,
  needs: ['control', 'twin'],
  prove({ trace, profile }) {
    const { control } = trace
    if (!control) {
      if (trace.blocked) throw new Blocked(trace.blocked.reason, trace.blocked.by)
      if (trace.unsent) throw new Inconclusive(trace.unsent.reason)
      throw new Skipped(trace.skipped ?? 'it was not sent')
    }
    if (!control.answer) throw new Inconclusive(`no answer came: ${control.failure ?? 'unknown'}`, undefined, [control])
    const own = fingerprint(control)
    const unknownPath = profile.unknownPaths.find((one) => sameFingerprint(one, own))
    if (profile.isSuccess(control.answer)) {
      if (!unknownPath) return
      throw new Inconclusive(
        'any path at all is answered like this, so the operation can not be told from one that is not there',
        undefined,
        [control],
      )
    }
    const twin = trace.twin
    const alikeNow = twin !== undefined && likeTwin(control, twin)
    if (alikeNow && !profile.unknownPaths.some((one) => sameSort(one, fingerprint(twin.exchange))))
      throw new Inconclusive(
        'this target now answers a path that does not exist in another way than before: it may be busy, down or locking out',
        undefined,
        [control, twin.exchange],
      )
    const like: readonly (readonly [string, boolean])[] = [
      ['a path that does not exist', unknownPath !== undefined || alikeNow],
      ['a method that is not offered', profile.wrongMethods.some((one) => ofWrongMethod(one, own))],
    ]
    const [alike] = like.find(([, is]) => is) ?? []
    if (alike === undefined) {
      const { status } = control.answer
      if ((status < 300 || status >= 400) && !gone.has(status)) return
      throw new Inconclusive(
        `${status} says that it is elsewhere or not there, unlike other paths that do not exist`,
        undefined,
        [control],
      )
    }
    const exchanges = twin ? [control, twin.exchange] : [control]
    const refusal = profile.refusals.some((one) => sameFingerprint(one, own))
    if (refusal || profile.hidesUnknownIds)
      throw new Inconclusive(
        `it is answered like ${alike}, which is also how this target speaks of unknown identifiers or missing rights`,
        'identifiers in the target file with which the operation succeeds, or a token with more rights',
        exchanges,
      )
    if (trace.guesses && trace.guesses.length > 0)
      throw new Inconclusive(
        `it is answered like ${alike}, but the request points at what nobody has (${trace.guesses.join(', ')})`,
        supplyFor(trace.guesses),
        exchanges,
      )
    throw missing(control, alike, exchanges)
  },
}

/** Method not allowed, gone, not implemented. */
const gone: ReadonlySet<number> = new Set([405, 410, 501])

const missing = (control: Exchange, alike: string, exchanges: readonly Exchange[] = [control]) =>
  new Breach({ expected: 'the operation to be there', got: `the answer to ${alike}: ${inWords(control)}`, exchanges })

export const existsChecks: readonly Check[] = [exists]
