import { describe, expect, it } from 'vitest'
import type { Watched } from '../../../suites/checks/check.ts'
import { secretMonitors } from '../../../suites/monitors/secrets.ts'
import { responseOf, exchangeOf, profileWith } from '../exchanges.ts'
import { TOKEN } from '../standing.ts'

function watch(id: string, said: Parameters<typeof responseOf>[0], secret = TOKEN): Watched {
  const monitor = secretMonitors.find((one) => one.id === id)
  if (!monitor) throw new Error(`no monitor ${id}`)
  const response = responseOf({ status: 500, ...said })
  return monitor.watch(response, { profile: profileWith(), exchange: exchangeOf(response), secret })
}

const breach = { expected: expect.any(String), got: expect.any(String) }
const saying = (message: string) => ({ body: { message, code: 'A' } })

describe('errors/no-token', () => {
  it.each([
    ['in the message', saying(`the token ${TOKEN} is wrong`)],
    ['in an issue', { body: { message: 'no', code: 'A', issues: [{ message: TOKEN }] } }],
    ['in further fields', { body: { message: 'no', headers: { authorization: `Bearer ${TOKEN}` } } }],
    ['as a key', { body: { [TOKEN]: 1 } }],
    ['in what is no JSON', { text: `<pre>${TOKEN}</pre>` }],
  ])('refuses it %s', (_where, said) => {
    expect(watch('errors/no-token', said)).toEqual(breach)
  })

  it.each(['', 'a', 'ab', 'Bearer '])('is broken by the token in base64, behind %j', (before) => {
    const said = saying(`see ${Buffer.from(`${before}${TOKEN} and more`).toString('base64')}`)
    expect(watch('errors/no-token', said)).toMatchObject({ got: expect.stringContaining('base64') })
  })

  it.each([
    ['as it was sent', (path: string) => path],
    ['decoded', (path: string) => decodeURIComponent(path)],
    ['below a prefix', (path: string) => `/api${path}`],
  ])('notes the address of a request that carried it, %s', (_how, said) => {
    const path = `/user.all?x=%20&token=${TOKEN}&key=${TOKEN}`
    const response = responseOf({ status: 404, ...saying(`nothing at ${said(path)}`) })
    const monitor = secretMonitors.find(({ id }) => id === 'errors/no-token')
    const exchange = { ...exchangeOf(response), path }
    expect(monitor?.watch(response, { profile: profileWith(), exchange, secret: TOKEN })).toMatchObject({
      level: 'MAY',
    })
  })

  it('refuses it beside the address', () => {
    const path = `/user.all?token=${TOKEN}`
    const response = responseOf({ status: 404, ...saying(`nothing at ${path} for ${TOKEN}`) })
    const monitor = secretMonitors.find(({ id }) => id === 'errors/no-token')
    const exchange = { ...exchangeOf(response), path }
    expect(monitor?.watch(response, { profile: profileWith(), exchange, secret: TOKEN })).toEqual(breach)
  })

  it('takes an error without it', () => {
    expect(watch('errors/no-token', saying('no'))).toBe('held')
  })

  it('takes a piece of it', () => {
    expect(watch('errors/no-token', saying(`${TOKEN.slice(0, 8)}…`))).toBe('held')
  })

  it('has nothing to say of a success', () => {
    expect(watch('errors/no-token', { ...saying(TOKEN), status: 200 })).toBe('off')
  })

  it('does not accuse for a short token, which may be a word', () => {
    expect(watch('errors/no-token', saying('an application'), 'application')).toSatisfy(
      (seen) => typeof seen === 'string',
    )
  })

  // Nothing is looked for then: 'held' makes it a pass by default.
  it('does not say that it held for a short token', () => {
    expect(watch('errors/no-token', saying('an application'), 'application')).not.toBe('held')
  })

  // PHP's json_encode writes / as \/, .NET's writes + as \u002B; base64 has both.
  it.each([
    ['a slash', 'abcdefghijkl/mnopqrstuvwx', '{"message":"abcdefghijkl\\/mnopqrstuvwx"}'],
    ['a plus', 'abcdefghijkl+mnopqrstuvwx', '{"message":"abcdefghijkl\\u002Bmnopqrstuvwx"}'],
  ])('refuses a token with %s that JSON escapes', (_what, secret, text) => {
    expect(watch('errors/no-token', { text }, secret)).toEqual(breach)
  })
})

describe('errors/no-stack-trace', () => {
  const traces = {
    JavaScript: 'Error: a\n    at Object.one (/app/dist/server.js:12:5)\n    at run (node:internal/a:1:2)',
    Python: 'Traceback (most recent call last):\n  File "/app/main.py", line 3, in one\n    raise ValueError()',
    Go: 'panic: a\n\ngoroutine 1 [running]:\nmain.main()\n\t/app/main.go:5 +0x39',
    Rust: 'thread main panicked\n   0: app::one\n             at ./src/main.rs:2:5',
  }
  const unseen = {
    Java: 'java.lang.NullPointerException\n\tat com.example.One.two(One.java:42)\n\tat java.base/java.lang.Thread.run(Thread.java:1)',
    '.NET': 'System.Exception: a\n   at App.One.Two() in /src/One.cs:line 12\n   at App.Program.Main()',
    PHP: 'Exception: a in /app/one.php:3\nStack trace:\n#0 /app/index.php(12): one()\n#1 {main}',
    Ruby: "/app/one.rb:3:in `two': a (RuntimeError)\n\tfrom /app/one.rb:7:in `<main>'",
  }

  it.each(Object.entries(traces))('notes one of %s in a message', (_language, trace) => {
    expect(watch('errors/no-stack-trace', saying(trace))).toEqual(breach)
  })

  it('notes one of Java as bare text', () => {
    expect(watch('errors/no-stack-trace', { text: unseen.Java })).toEqual(breach)
  })

  // In JSON the tab of a Java trace is \t, which the monitor does not undo; the others have forms that it does not know.
  it.each(Object.entries(unseen))('notes one of %s in a message', (_language, trace) => {
    expect(watch('errors/no-stack-trace', saying(trace))).toEqual(breach)
  })

  it.each([
    'There is no application with that identifier',
    'The body is not valid: name, appName',
    'Expected one at position 3: got nothing',
    'Look at http://127.0.0.1:3000/docs\nfor help',
    'First line\nsecond line\n  - a: 1\n  - b: 2',
    'at 10:30 it was closed',
    'Unexpected token } in JSON at position 17',
  ])('takes %j', (message) => {
    expect(watch('errors/no-stack-trace', saying(message))).toBe('held')
  })

  it('has nothing to say of a success', () => {
    expect(watch('errors/no-stack-trace', { ...saying(traces.Python), status: 200 })).toBe('off')
  })
})
