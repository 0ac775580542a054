/** What no response should show. */
import type { HttpResponse } from '../../fixtures/http/exchange.ts'
import { textsIn } from '../../fixtures/payload/texts-in.ts'
import type { Monitor } from '../checks/check.ts'
import { errors, unusualResponses } from './draws.ts'

/** Shorter tokens may be words that stand in any text. */
const SECRET = 16
const tooShort = { skipped: `the token is too short to look for: it takes ${SECRET} characters` }

/** How the stack traces of JavaScript, Java and .NET, Python, Go, PHP and Ruby are known. */
const stack = new RegExp(
  [
    String.raw`\n\s+at .+:(?:line )?\d+`,
    String.raw`Traceback \(most recent call last\)`,
    String.raw`^\s*goroutine \d+ \[`,
    String.raw`\n#0 .+\(\d+\): `,
    String.raw`\.rb:\d+:in `,
  ].join('|'),
  'm',
)

/** The texts that a response says: those in its JSON, or all of it. */
const textsOf = ({ json, text }: HttpResponse) => (json.ok ? textsIn(json.value) : [text])

/** Without escapes, each text of a JSON value stands in it as it is. */
const isPlain = ({ json, text }: HttpResponse) => json.ok && !text.includes('\\')

/** What no stack trace is without, where JSON holds no escape and so no text of it has two lines. */
const traced = /Traceback|goroutine|\.rb:/

/** What base64 makes of a text wherever it begins in what is coded, without the characters that depend on what is around it. */
const inBase64 = memoised((text: string): readonly string[] =>
  [0, 1, 2].map((offset) => {
    const coded = Buffer.from('\0'.repeat(offset) + text).toString('base64')
    const whole = Math.floor(((offset + Buffer.byteLength(text)) * 8) / 6)
    return coded.slice(Math.ceil((offset * 8) / 6), whole)
  }),
)

/** Keeps what was told of the last text: a run has one token. */
function memoised<T>(tell: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly result: T } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, result: tell(text) }
    return last.result
  }
}

/** The end of an address, from the first parameter on that holds the token; the address where none does. */
function tokenIn(path: string, secret: string): string {
  const there = path.indexOf(encodeURIComponent(secret))
  return there < 0 ? path : path.slice(Math.max(path.lastIndexOf('?', there), path.lastIndexOf('&', there)))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const token: Monitor = {
  id: 'errors/no-token',
  clause: 'ERR-2',
  claim: 'SHOULD NOT show the token in errors',
  sends: 'nothing of its own',
  expects: 'no error with the token that was sent, as it is or in base64',
  kills: ['errors/token-*'],
  whenBare: tooShort,
  needs: errors,
  on: () => true,
  watch(response, { profile, exchange, secret }) {
    if (!profile.isError(response)) return 'off'
    if (secret.length < SECRET) return 'bare'
    // As it stands, and as JSON may escape it.
    const texts = isPlain(response) ? [response.text] : [response.text, ...textsOf(response)]
    const showing = texts.filter((text) => text.includes(secret))
    const expected = 'an error without the token'
    // Who says which address was asked for says what the caller put into it.
    const own = tokenIn(exchange.path, secret)
    if (showing.some((text) => text.replaceAll(own, '').replaceAll(decoded(own), '').includes(secret)))
      return { expected, got: 'the response shows the token' }
    if (texts.some((text) => inBase64(secret).some((form) => text.includes(form))))
      return { expected, got: 'the response shows the token in base64' }
    if (showing.length === 0) return 'held'
    return { level: 'MAY', expected, got: 'the address of the request, with the token in it' }
  },
}

const shown: Monitor = {
  id: 'answers/no-token',
  clause: 'AUTH-2',
  claim: 'MAY keep the access token out of the responses to successful reads',
  sends: 'nothing of its own',
  expects: 'no successful response with the whole token that was sent; logs and caches keep responses',
  kills: ['habits/shows-token'],
  whenBare: tooShort,
  needs: unusualResponses,
  on: ({ method }) => method === 'GET',
  watch(response, { profile, exchange, secret }) {
    if (!profile.isSuccess(response) || exchange.credential !== 'right') return 'off'
    if (secret.length < SECRET) return 'bare'
    const texts = isPlain(response) ? [response.text] : [response.text, ...textsOf(response)]
    if (!texts.some((text) => text.includes(secret))) return 'held'
    return { expected: 'a response without the token', got: 'the response shows the token' }
  },
}

const stackTrace: Monitor = {
  id: 'errors/no-stack-trace',
  clause: 'ERR-2',
  claim: 'MAY keep stack traces out of errors',
  sends: 'nothing of its own',
  expects: 'no error with a stack trace',
  kills: ['errors/stack-shown'],
  needs: errors,
  on: () => true,
  watch(response, { profile }) {
    if (!profile.isError(response)) return 'off'
    if (isPlain(response) && !traced.test(response.text)) return 'held'
    return textsOf(response).some((text) => stack.test(text))
      ? { expected: 'an error without a stack trace', got: 'a stack trace' }
      : 'held'
  },
}

export const secretMonitors: readonly Monitor[] = [token, shown, stackTrace]
