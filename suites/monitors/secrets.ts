/** What no answer should show. */
import type { Monitor } from '../check.ts'

/** Shorter tokens may be words that stand in any text. */
const SECRET = 16

const stack =
  /\n\s+at .+:\d+|Traceback \(most recent call last\)|^\s*goroutine \d+ \[|\n\s+at [\w$.]+\([\w$]+\.java:\d+\)/m

const token: Monitor = {
  id: 'errors/no-token',
  clause: 'ERR-2',
  claim: 'SHOULD keep the token out of its errors',
  sends: 'nothing of its own',
  expects: 'no error answer to show the token that was sent',
  kills: ['errors/token-*'],
  on: () => true,
  watch(answer, { profile, secret }) {
    if (!profile.isError(answer)) return 'off'
    if (secret.length < SECRET || !answer.text.includes(secret)) return 'held'
    return { expected: 'an error without the token', got: 'the token stands in the answer' }
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
    const text = answer.text.replaceAll('\\n', '\n')
    return stack.test(text) ? { expected: 'an error without a stack trace', got: 'a stack trace' } : 'held'
  },
}

export const secretMonitors: readonly Monitor[] = [token, stackTrace]
