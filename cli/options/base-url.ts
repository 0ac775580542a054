import { UsageError } from '../../fixtures/errors.ts'

/**
 * A base address as a run uses it: http(s), its path kept as a prefix, no slash at its end. An address that may hold a
 * secret is not repeated in the message.
 */
export function readBaseUrl(text: string, from: string): string {
  const fail = (why: string, fix: string) => new UsageError(`${from} ${why}; ${fix}`)
  const example = 'give an address such as http://localhost:3000/api'
  if (text.trim() === '') throw fail('is empty', example)
  if (!URL.canParse(text)) throw fail('is no address', example)
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    throw fail('holds a user name or password', 'leave them out: the token is given by --token or TOUCHSTONE_TOKEN')
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw fail(`begins with '${url.protocol}'`, 'only http: and https: are spoken')
  }
  // The text is asked too: an empty query or fragment leaves no trace in the parsed address.
  if (text.includes('?')) throw fail('holds a query', 'leave out everything from the ?')
  if (text.includes('#')) throw fail('holds a fragment', 'leave out everything from the #')
  return url.href.replace(/\/+$/, '')
}
