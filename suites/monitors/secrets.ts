/** What no answer should show. */
import type { Answer } from '../../fixtures/exchange.ts'
import { textsIn } from '../../fixtures/find.ts'
import type { Monitor } from '../check.ts'

/** Shorter tokens may be words that stand in any text. */
const SECRET = 16

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

/** The texts that an answer says: those in its JSON, or all of it. */
const textsOf = ({ json, text }: Answer) => (json.ok ? textsIn(json.value) : [text])

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
  claim: 'SHOULD keep the token out of its errors',
  sends: 'nothing of its own',
  expects: 'no error answer to show the token that was sent',
  kills: ['errors/token-*'],
  on: () => true,
  watch(answer, { profile, exchange, secret }) {
    if (!profile.isError(answer)) return 'off'
    if (secret.length < SECRET) return 'bare'
    // As it stands, and as JSON may escape it.
    const showing = [answer.text, ...textsOf(answer)].filter((text) => text.includes(secret))
    if (showing.length === 0) return 'held'
    const expected = 'an error without the token'
    // Who says which address was asked for says what the caller put into it.
    const own = tokenIn(exchange.path, secret)
    const more = showing.some((text) => text.replaceAll(own, '').replaceAll(decoded(own), '').includes(secret))
    return more
      ? { expected, got: 'the token stands in the answer' }
      : { level: 'MAY', expected, got: 'the address of the request, with the token that stands in it' }
  },
}

const stackTrace: Monitor = {
  id: 'errors/no-stack-trace',
  clause: 'ERR-2',
  claim: 'MAY keep its stack traces to itself',
  sends: 'nothing of its own',
  expects: 'no error answer to show a stack trace',
  kills: ['errors/stack-shown'],
  on: () => true,
  watch(answer, { profile }) {
    if (!profile.isError(answer)) return 'off'
    return textsOf(answer).some((text) => stack.test(text))
      ? { expected: 'an error without a stack trace', got: 'a stack trace' }
      : 'held'
  },
}

export const secretMonitors: readonly Monitor[] = [token, stackTrace]
