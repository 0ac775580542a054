/** Whether a request with bad credentials was refused (docs/judgement.md, rule 3). */
import type { BadCredential } from '../../fixtures/http/credentials.ts'
import type { Exchange, HttpResponse } from '../../fixtures/http/exchange.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import type { OtherForms } from '../evidence/bad-credentials.ts'
import type { Context } from './check.ts'
import { Breach, inWords, Inconclusive } from '../claim/finding.ts'
import { saysAway } from '../../fixtures/http/presence.ts'
import { saysItFailed } from '../target/server-failed.ts'
import { fingerprint, hungUp, sameFingerprint, shows } from '../target/profile.ts'

/** What was sent in place of the right credentials. */
interface Attempted {
  readonly credential: BadCredential
  readonly carries: string
  /** Which headers are only noted when they are taken. */
  readonly noted: RegExp | undefined
}

/**
 * Throws unless the first response is a refusal; where it is none, says which forms of the credential were let in, of how many.
 * Each is judged by itself: one that is only noted hides none that is worse (docs/judgement.md, rule 17).
 */
export function refusedInAllForms(
  first: Exchange,
  { tried: besides, of, elsewhere }: OtherForms,
  control: Exchange,
  context: Context,
  attempted: Attempted,
): void {
  unanswered([first, ...besides], control, attempted)
  const breachOf = (exchange: Exchange): Breach | null => {
    try {
      refused(exchange, control, context, attempted)
    } catch (thrown) {
      if (thrown instanceof Breach) return thrown
      if (exchange === first) throw thrown
      // A form that is answered in another way is not let in.
      if (!(thrown instanceof Inconclusive)) throw thrown
    }
    return null
  }
  const found = breachOf(first)
  if (!found) return
  if (!first.form) throw found
  const breaches = [found, ...besides.flatMap((one) => breachOf(one) ?? [])]
  const worst = breaches.find(({ level }) => level === undefined) ?? found
  const letIn = [first, ...besides].filter((one) => breaches.some(({ exchanges }) => exchanges.includes(one)))
  // In one order, whichever was an operation's turn: so that those of one cause read alike.
  const forms = letIn.flatMap(({ form }) => form?.words ?? []).toSorted()
  const every = elsewhere.length === 0 ? '' : `; all ${of} were tried on ${elsewhere.join(' and ')}`
  const tried = of === 1 ? '' : ` (${forms.length} of ${besides.length + 1} forms tried${every})`
  // The worst last: by it the breach is shown.
  const exchanges = [...breaches.filter((one) => one !== worst), worst].flatMap((one) => one.exchanges)
  throw new Breach({
    expected: worst.expected,
    got: `${worst.change ? 'not refused' : 'let in'} with ${forms.join('; ')}${tried}: ${worst.got}`,
    cause: worst.cause,
    exchanges,
    ...(worst.change ? { change: true } : {}),
    ...(worst.level ? { level: worst.level } : {}),
  })
}

/** What a pass says of the form that was sent, where each operation is sent one of several. */
export function heldInForm(form: Exchange['form']): string {
  if (form?.of === undefined || form.of === 1) return ''
  return ` for ${form.words}, 1 of ${form.of} forms, which operations are sent in turn`
}

/** So many connections in a row are not closed by accident. */
const SILENT = 3

/** Throws where the connection is closed each time, and only then: a refusal is an error of the stated shape. */
function unanswered(all: readonly Exchange[], control: Exchange, { carries }: Attempted): void {
  if (all.length < SILENT || !all.every(hungUp) || !control.response) return
  throw new Breach({
    level: 'SHOULD',
    expected: `an error as the response to a request with ${carries}`,
    got: `no response: the connection was closed ${all.length} times, and the right token is answered`,
    cause: 'no response',
    exchanges: [...all, control],
  })
}

/** Throws unless the response is a refusal. */
export function refused(
  exchange: Exchange,
  control: Exchange,
  context: Context,
  { credential, carries, noted }: Attempted,
): void {
  const { profile } = context
  if (!exchange.response || exchange.response.cut)
    throw new Inconclusive(
      { text: `no whole response came: ${exchange.failure ?? 'it was cut off'}`, cause: 'no whole response came' },
      undefined,
      [exchange],
    )
  if (profile.isSuccess(exchange.response)) {
    if (credential === 'other-case' && hexadecimal.test(exchange.headers['authorization'] ?? ''))
      throw new Inconclusive(
        'the token consists of hexadecimal digits, so its case may not matter',
        'a token with other letters',
        [exchange],
      )
    throw new Breach({
      ...(noted?.test(exchange.headers['authorization'] ?? '') ? { level: 'MAY' as const } : {}),
      expected: `the rejection of a request with ${carries}`,
      got: `the request was served: ${inWords(exchange)}`,
      cause: 'served',
      exchanges: [exchange],
    })
  }
  const shown = disclosed(exchange, control, context)
  if (shown.length > 0)
    throw new Breach({
      expected: `the rejection of a request with ${carries}, without the data that it asked for`,
      got: `a refusal that shows ${shown.length} values of the authorised response: ${inWords(exchange)}`,
      cause: 'data in the refusal',
      exchanges: [control, exchange],
    })
  if (
    control?.response &&
    !profile.isSuccess(control.response) &&
    sameFingerprint(fingerprint(exchange), fingerprint(control))
  )
    throw new Inconclusive(
      'the authorised request gets the same error, so the credentials may not be the reason',
      'what the authorised request needs to succeed: identifiers or sample in the target file, or a token with more rights',
      [exchange, control],
    )
  if (profile.isRefusal(exchange)) return
  const { status } = exchange.response
  // What stands before a server fails without having asked it.
  const failsAnyway =
    saysAway(exchange.response) || (control.response !== null && saysItFailed(control.response.status))
  if (saysItFailed(status) && !failsAnyway && !profile.errorStatuses.has(status))
    throw new Breach({
      level: 'SHOULD',
      expected: `the rejection of a request with ${carries}, as elsewhere (${refusalsInWords(profile.refusals)})`,
      got: `a response by which the server says that it failed: ${inWords(exchange)}`,
      cause: 'the server failed',
      exchanges: [exchange],
      // A server may fail for a moment.
      change: true,
    })
  throw new Inconclusive(
    {
      text: `the response is no success, but not how this target refuses bad credentials elsewhere either (${refusalsInWords(profile.refusals)})`,
      cause: 'not served, and not refused as elsewhere',
    },
    undefined,
    [exchange, control],
  )
}

/** A header whose token is of hexadecimal digits alone. */
const hexadecimal = /^\S+ [0-9a-f-]+$/i

/**
 * Texts of the authorised response that only the record can have said, since this run made them up, and that stand in the
 * refusal too, although the request did not bring them along. All other texts may be part of every response.
 */
function disclosed(refusal: Exchange, control: Exchange, { profile, run }: Context): readonly string[] {
  if (!run || !control.response || !refusal.response || !control.response.json.ok) return []
  if (!profile.isSuccess(control.response)) return []
  // Nearly all refusals show nothing of the run, whatever the authorised response shows.
  if (!saysOf(refusal.response, run)) return []
  const brought = decodeURIComponent(refusal.path.replaceAll('+', ' ')) + (refusal.body ?? '')
  return textsIn(control.response.json.value).filter(
    (text) => text.includes(run) && !brought.includes(text) && shows(refusal, text),
  )
}

const saysOf = ({ json, text }: HttpResponse, run: string): boolean =>
  (json.ok ? textsIn(json.value) : [text]).some((one) => one.includes(run))

const refusalsInWords = (fingerprints: Context['profile']['refusals']) =>
  fingerprints.length === 0
    ? 'it was not seen to refuse any'
    : [
        ...new Set(fingerprints.map((one) => (one.code === '' ? String(one.status) : `${one.status} ${one.code}`))),
      ].join(', ')
