/** Authentication: every rung of the ladder of bad credentials is refused, and a refusal changes nothing. */
import type { Rung } from '../../fixtures/credentials.ts'
import type { Exchange } from '../../fixtures/exchange.ts'
import { textsIn } from '../../fixtures/find.ts'
import { isRecordKind, type Operation } from '../../schemas/registry.ts'
import type { Case, Check } from '../check.ts'
import { effectInWords } from '../effect.ts'
import { Blocked, Breach, inWords, Skipped, Unknown } from '../finding.ts'
import { print, samePrint, shows } from '../profile.ts'

const every = () => true
const withBody = (operation: Operation) => operation.body !== null

interface RungSaid {
  readonly rung: Rung
  readonly clause: 'AUTH-1' | 'AUTH-2'
  readonly claim: string
  readonly carries: string
  readonly kills: readonly string[]
  readonly on?: (operation: Operation) => boolean
}

const ladder: readonly RungSaid[] = [
  {
    rung: 'no-header',
    clause: 'AUTH-1',
    claim: 'MUST refuse a request without the Authorization header',
    carries: 'no Authorization header',
    kills: [],
  },
  {
    rung: 'wrong-token',
    clause: 'AUTH-1',
    claim: 'MUST refuse a token of the right length that is not the token',
    carries: 'the token with several of its characters changed',
    kills: [],
  },
  {
    rung: 'empty-header',
    clause: 'AUTH-1',
    claim: 'MUST refuse an empty Authorization header',
    carries: 'an empty Authorization header',
    kills: [],
  },
  {
    rung: 'bearer-alone',
    clause: 'AUTH-2',
    claim: 'MUST refuse the scheme without a token',
    carries: 'the scheme alone',
    kills: [],
  },
  {
    rung: 'no-scheme',
    clause: 'AUTH-2',
    claim: 'MUST refuse the token without its scheme',
    carries: 'the right token without a scheme',
    kills: [],
  },
  {
    rung: 'wrong-scheme',
    clause: 'AUTH-2',
    claim: 'MUST refuse the token behind another scheme',
    carries: 'the right token behind the scheme Basic',
    kills: [],
  },
  {
    rung: 'basic-credentials',
    clause: 'AUTH-2',
    claim: 'MUST refuse the token as the password of the Basic scheme',
    carries: 'Basic credentials with the right token as password',
    kills: [],
  },
  {
    rung: 'other-case',
    clause: 'AUTH-1',
    claim: 'MUST refuse the token in another case',
    carries: 'the token with its letters in the other case',
    kills: [],
  },
  {
    rung: 'token-prefix',
    clause: 'AUTH-2',
    claim: 'MUST refuse a part of the token',
    carries: 'the first half of the token',
    kills: [],
  },
  {
    rung: 'longer-token',
    clause: 'AUTH-2',
    claim: 'MUST refuse the token with more behind it',
    carries: 'the token and several characters behind it',
    kills: [],
  },
  {
    rung: 'token-in-query',
    clause: 'AUTH-2',
    claim: 'MUST refuse a token that stands in the query instead of the header',
    carries: 'the right token in query parameters of the usual names, and no Authorization header',
    kills: [],
  },
  {
    rung: 'token-in-cookie',
    clause: 'AUTH-2',
    claim: 'MUST refuse a token that stands in a cookie instead of the header',
    carries: 'the right token in cookies of the usual names, and no Authorization header',
    kills: [],
  },
  {
    rung: 'token-in-body',
    clause: 'AUTH-2',
    claim: 'MUST refuse a token that stands in the body instead of the header',
    carries: 'the right token in body fields of the usual names, and no Authorization header',
    kills: [],
    on: withBody,
  },
  {
    rung: 'token-in-other-header',
    clause: 'AUTH-2',
    claim: 'MUST refuse a token that stands in another header instead of Authorization',
    carries: 'the right token in other headers that servers are known to honour, and no Authorization header',
    kills: [],
  },
]

const rungs: readonly Check[] = ladder.map((said) => ({
  id: `auth/${said.rung}`,
  clause: said.clause,
  claim: said.claim,
  sends: `an otherwise valid request with ${said.carries}, and the same request with the right token`,
  expects: 'an error as this target was seen to refuse bad credentials, and not the answer to the authorised request',
  kills: said.kills,
  on: said.on ?? every,
  needs: [said.rung, 'control'],
  prove: (scene) => refused(scene, said.rung, said.carries),
}))

function refused({ trace, profile }: Case, rung: Rung, carries: string): void {
  const exchange = sent({ trace }, rung)
  const { control } = trace
  if (!exchange.answer) throw new Unknown(`no answer came: ${exchange.failure ?? 'unknown'}`, undefined, [exchange])
  if (profile.isSuccess(exchange.answer)) {
    if (rung === 'other-case' && hexadecimal.test(exchange.headers['authorization'] ?? ''))
      throw new Unknown('a token of hexadecimal digits may be read as a number, of which case is no part', 'a token with other letters', [exchange])
    throw new Breach({
      expected: `a refusal of ${carries}`,
      got: `the request was served: ${inWords(exchange)}`,
      exchanges: [exchange],
    })
  }
  const shown = control ? disclosed(exchange, control, profile) : []
  if (control && shown.length > 0)
    throw new Breach({
      expected: `a refusal of ${carries} that shows nothing of what is refused`,
      got: `a refusal that shows ${shown.length} values of the authorised answer: ${inWords(exchange)}`,
      exchanges: [exchange, control],
    })
  if (control?.answer && !profile.isSuccess(control.answer) && samePrint(print(exchange), print(control)))
    throw new Unknown(
      'the authorised request is answered with the same error, so this may not be a refusal of the credentials',
      'what the authorised request needs to succeed: identifiers or sample in the target file, or a token with more rights',
      [exchange, control],
    )
  if (profile.isRefusal(exchange)) return
  throw new Unknown(
    `it was not served, yet not refused as this target refuses bad credentials elsewhere (${refusalsInWords(profile.refusals)})`,
    undefined,
    control ? [exchange, control] : [exchange],
  )
}

const hexadecimal = /^\S+ [0-9a-f-]+$/i

/** Shorter texts may stand anywhere by chance. */
const TELLING = 8

/** Longer texts of the authorised answer that stand in the refusal too, although the request did not bring them along. */
function disclosed(refusal: Exchange, control: Exchange, profile: Case['profile']): readonly string[] {
  if (!control.answer || !refusal.answer || !profile.isSuccess(control.answer) || !control.answer.json.ok) return []
  const brought = decodeURIComponent(refusal.path.replaceAll('+', ' ')) + (refusal.body ?? '')
  // What the refusals of other operations say as well is no secret of this one.
  const common = profile.refused.filter((one) => one.operation !== refusal.operation)
  return textsIn(control.answer.json.value).filter(
    (text) =>
      text.length >= TELLING &&
      Number.isNaN(Date.parse(text)) &&
      !brought.includes(text) &&
      shows(refusal, text) &&
      !common.some((one) => shows(one, text)),
  )
}

const refusalsInWords = (prints: Case['profile']['refusals']) =>
  prints.length === 0
    ? 'it was not seen to refuse any'
    : prints.map((one) => (one.code === '' ? String(one.status) : `${one.status} ${one.code}`)).join(', ')

function sent({ trace }: Pick<Case, 'trace'>, rung: Rung | 'lower-case') {
  const exchange = trace.rungs.get(rung)
  if (exchange) return exchange
  if (trace.blocked) throw new Blocked(trace.blocked.reason, trace.blocked.by)
  if (trace.unsent?.inconclusive) throw new Unknown(trace.unsent.reason)
  throw new Skipped(trace.unsent?.reason ?? trace.skipped ?? 'it was not sent')
}

/** Operations whose effects some read operation shows. */
const watchable = (operation: Operation): boolean =>
  operation.method === 'POST' &&
  operation.id !== 'registry.testRegistry' &&
  (isRecordKind(operation.act.kind) || !['host', 'invitation', 'template'].includes(operation.act.kind))

const noEffect: Check = {
  id: 'auth/no-effect',
  clause: 'AUTH-1',
  claim: 'MUST leave everything as it was when it refuses a request',
  sends: 'the refused requests, with a read of what they are about before and after, and an authorised request',
  expects: 'the read after the refusals shows what the one before did, where an authorised request does change it',
  kills: [],
  on: watchable,
  needs: ['effect', 'control', 'no-header', 'wrong-token'],
  prove({ trace }) {
    const { effect } = trace
    if (effect === undefined) {
      sent({ trace }, 'no-header')
      throw new Unknown('what it is about was not looked at')
    }
    if (effect.seen === 'untold') throw new Unknown(effect.reason, effect.supply, effect.exchanges)
    if (effect.seen === 'changed')
      throw new Breach({
        expected: 'what a refused request is about to be as it was before',
        got: effectInWords(effect),
        exchanges: effect.exchanges,
      })
  },
}

const lowerCase: Check = {
  id: 'auth/lower-case-scheme',
  clause: 'AUTH-2',
  claim: 'MAY take the scheme in lower case, as HTTP does',
  sends: 'the valid request of a read operation with the right token behind bearer in lower case',
  expects: 'the answer to the same request with the scheme as the specification writes it',
  kills: [],
  on: (operation) => operation.effect === 'read',
  needs: ['lower-case', 'control'],
  prove({ trace, profile }) {
    const exchange = sent({ trace }, 'lower-case')
    const { control } = trace
    if (!exchange.answer || !control?.answer) throw new Unknown('no answer came', undefined, [exchange])
    if (!profile.isSuccess(control.answer))
      throw new Unknown('the authorised request does not succeed either', undefined, [control])
    if (profile.isSuccess(exchange.answer)) return
    throw new Breach({
      expected: 'the scheme to be taken in lower case',
      got: inWords(exchange),
      exchanges: [exchange],
    })
  },
}

export const authChecks: readonly Check[] = [...rungs, noEffect, lowerCase]
