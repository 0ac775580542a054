import { UsageError } from '../../fixtures/errors.ts'

type Fail = (why: string, fix: string) => UsageError

/** `unix:/path/of.sock`, or `unix:/path/of.sock:/prefix`; three slashes after the colon mean one, as elsewhere. */
function readSocket(text: string, fail: Fail): string {
  const plain = text.replace(/^unix:\/\/(?=\/)/, 'unix:').replace(/\/+$/, '')
  if (!/^unix:\/[^:?#]+(:\/[^?#]*)?$/.test(plain))
    throw fail('is no address of a socket', 'give one such as unix:/run/server.sock, or unix:/run/server.sock:/api')
  return plain
}

/**
 * A base address as a run uses it: http(s) or a socket of this machine, its path kept as a prefix, no slash at its end. An address that may hold a
 * secret is not repeated in the message.
 */
export function readBaseUrl(text: string, from: string): string {
  const fail = (why: string, fix: string) => new UsageError(`${from} ${why}; ${fix}`)
  const example = 'give an address such as http://localhost:3000/api'
  if (text.trim() === '') throw fail('is empty', example)
  if (text.startsWith('unix:')) return readSocket(text, fail)
  if (!URL.canParse(text)) throw fail('is no address', example)
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    throw fail('holds a user name or password', 'leave them out: the token is given by --token or TOUCHSTONE_TOKEN')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw fail(`begins with '${url.protocol}'`, 'only http:, https: and unix: are spoken')
  }
  // The text is asked too: an empty query or fragment leaves no trace in the parsed address.
  if (text.includes('?')) throw fail('holds a query', 'leave out everything from the ?')
  if (text.includes('#')) throw fail('holds a fragment', 'leave out everything from the #')
  return url.href.replace(/\/+$/, '')
}
