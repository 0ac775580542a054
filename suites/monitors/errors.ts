/** The error object: judged on every error response of every operation. */
import type { HttpResponse } from '../../fixtures/http/exchange.ts'
import type { Monitor, Watched } from '../checks/check.ts'
import { onErrors } from './draws.ts'
import type { Profile } from '../target/profile.ts'

type Fields = Readonly<Record<string, unknown>>

const kind = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'an array'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`

/** The error object of an error response; null where it is none, undefined where the response is no error or no JSON. */
function errorObject(response: HttpResponse, profile: Profile): Fields | null | undefined {
  // What does not parse is the media monitors' to judge; only what is JSON can have a wrong shape.
  if (!profile.isError(response) || !response.json.ok) return undefined
  const { value } = response.json
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

/** A monitor of one field of the error object. */
function field(name: string, judge: (value: unknown, there: boolean) => Watched): Monitor['watch'] {
  return (response, { profile }) => {
    const error = errorObject(response, profile)
    return error ? judge(error[name], Object.hasOwn(error, name)) : 'off'
  }
}

const object: Monitor = {
  ...onErrors,
  id: 'errors/object',
  clause: 'ERR-1',
  claim: 'MUST return errors as a JSON object',
  expects: 'an object, not an array, a string or null',
  kills: ['errors/string', 'errors/array', 'errors/null'],
  watch(response, { profile }) {
    const error = errorObject(response, profile)
    if (error === undefined) return 'off'
    if (error !== null) return 'held'
    return {
      expected: 'an error object',
      got: `${kind(response.json.ok ? response.json.value : undefined)}, with status ${response.status}`,
    }
  },
}

const message: Monitor = {
  ...onErrors,
  id: 'errors/message',
  clause: 'ERR-2',
  claim: 'MUST give each error a `message`, a string',
  expects: 'a string under message, not an empty one',
  kills: [
    'errors/nested',
    'errors/no-message',
    'errors/message-*',
    'errors/busy-without-message',
    'auth/refused-with-200',
  ],
  watch: field('message', (value, there) => {
    const expected = 'message to be a string'
    if (!there) return { expected, got: 'an error without message' }
    if (typeof value !== 'string') return { expected, got: `message is ${kind(value)}` }
    return value.trim() === ''
      ? { level: 'SHOULD', expected: 'message to say something', got: 'an empty message' }
      : 'held'
  }),
}

const code: Monitor = {
  ...onErrors,
  id: 'errors/code',
  clause: 'ERR-3',
  claim: 'MUST give each error a `code`, a string',
  expects: 'a string under code, and not an empty one',
  kills: ['errors/code-number', 'errors/code-of-refusal', 'errors/code-empty', 'errors/no-code'],
  watch: field('code', (value, there) => {
    const expected = 'code to be a string'
    if (!there) return { expected, got: 'an error without code' }
    if (typeof value !== 'string') return { expected, got: `code is ${kind(value)}` }
    return value.trim() === '' ? { level: 'SHOULD', expected: 'code to say something', got: 'an empty code' } : 'held'
  }),
}

const issues: Monitor = {
  ...onErrors,
  id: 'errors/issues',
  clause: 'ERR-4',
  claim: 'MUST give `issues` as an array of objects, if it gives them',
  expects: 'an array whose elements are objects; an error without issues is a note, if no error has them',
  kills: ['errors/issues-*'],
  whenBare: 'no error carried `issues`',
  watch: field('issues', (value, there) => {
    const expected = 'issues to be an array of objects'
    if (!there) return 'bare'
    if (!Array.isArray(value)) return { expected, got: `issues is ${kind(value)}` }
    const odd = (value as readonly unknown[]).find((one) => kind(one) !== 'an object')
    return odd === undefined ? 'held' : { expected, got: `an element of issues is ${kind(odd)}` }
  }),
}

const issueMessage: Monitor = {
  ...onErrors,
  id: 'errors/issue-message',
  clause: 'ERR-5',
  claim: 'MUST give each issue a `message`, a string',
  expects: 'a string under message in each element of issues, and not an empty one',
  kills: [
    'errors/issue-no-message',
    'errors/issue-second',
    'errors/issue-message-number',
    'errors/issue-of-query',
    'errors/issue-empty',
  ],
  whenBare: 'no error carried `issues`',
  watch: field('issues', (value) => {
    if (!Array.isArray(value)) return 'bare'
    const elements = (value as readonly unknown[]).filter((one): one is Fields => kind(one) === 'an object')
    const odd = elements.find((one) => typeof one['message'] !== 'string')
    if (odd === undefined) {
      const says = elements.every((one) => String(one['message']).trim() !== '')
      if (says) return elements.length === 0 ? 'bare' : 'held'
      return {
        level: 'SHOULD',
        expected: 'message of each issue to say something',
        got: 'an empty message of an issue',
      }
    }
    return {
      expected: 'message of each issue to be a string',
      got: `message of an issue is ${'message' in odd ? kind(odd['message']) : 'missing'}`,
    }
  }),
}

export const errorMonitors: readonly Monitor[] = [object, message, code, issues, issueMessage]
