/** Every byte that a run leaves or says, searched for the token, the passwords that it sent and the secrets that it was shown. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../folder.ts'
import { touchstone } from '../cli/touchstone.ts'
import { standing, TOKEN } from '../suites/standing.ts'

const API_KEY = 'sk_live/9f+Q2 xÄ"7Zt'
const HEADER = 'vendor-key-55f1e0a2'
/** What is left of it without its digits, as errors are told apart. */
const WORDS = 'vendor-key-'

const bytes = (text: string, of: (hex: string) => string) =>
  [...Buffer.from(text)].map((byte) => of(byte.toString(16).padStart(2, '0'))).join('')

/** A text as it is, and in every coding that a target may show it in. */
const encodings = (text: string): readonly string[] => [
  text,
  encodeURIComponent(text),
  JSON.stringify(text).slice(1, -1),
  text.replaceAll('/', '\\/'),
  Buffer.from(text).toString('base64').replace(/=+$/, ''),
  bytes(text, (hex) => hex),
  bytes(text, (hex) => hex).toUpperCase(),
  bytes(text, (hex) => `%${hex}`),
  Array.from(text, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
]

/** Behind a name, as in Basic credentials, all characters of base64 are others; those that the name alone makes are no secret. */
const basic = (text: string) => Buffer.from(`a:${text}`).toString('base64')

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const isPlain = (password: string) => password.length >= 12 && /^[\w-]+$/.test(password)

test('none stands in any form of report, in what a stopped run keeps, in the journal or on the screen, and only the owner reads the files', async () => {
  const passwords = new Set<string>()
  const { options } = await standing({
    between: async (request, next) => {
      const text = request.method === 'POST' ? await request.clone().text() : ''
      const sent = [...text.matchAll(/"\w*[pP]assword":"([^"]+)"/g)].flatMap(([, one]) => one ?? [])
      for (const one of sent) passwords.add(one)
      const response = await next(request)
      // It repeats what it was sent in every coding, and tells a secret of its own; now and then in an error that is none.
      if (sent.length === 0 && !request.url.includes('.one')) return response
      const said = [...sent, API_KEY, HEADER].flatMap((one) => [...encodings(one), basic(one)]).join(' ')
      const body = { ...((await response.json()) as object), apiKey: API_KEY, echo: said, message: said, 'x-code': 5 }
      return new Response(JSON.stringify(body), { status: response.status, headers: { 'content-type': 'text/plain' } })
    },
  })
  const folder = emptyFolder()
  const { baseUrl, token, identifiers, lookup } = options.target
  const target = { baseUrl, token, identifiers, lookup, headers: { 'x-vendor': HEADER } }
  writeFileSync(join(folder, 'target.json'), JSON.stringify(target))
  const only = ['sqlb', 'colstore', 'registry', 'kvstore.create']
  const args = ['run', '--target', join(folder, 'target.json'), '--only', ...only, '--skip', 'burst', '--fuzz', '1']
  /** Ten passwords that this run sent, beside the other secrets, in every coding. */
  const run = async (name: string, code: number, ...more: readonly string[]) => {
    passwords.clear()
    const out = join(folder, name)
    const ended = await touchstone([...args, '--seed', '1', '--reporter', 'all', '--out', out, ...more])
    expect(ended.code, ended.out + ended.err).toBe(code)
    const plain = [...passwords].filter(isPlain).slice(0, 10)
    expect(plain).toHaveLength(10)
    const coded = [TOKEN, API_KEY, HEADER, ...plain].flatMap((one) => [...encodings(one), basic(one).slice(4, -4)])
    // What the target has escaped, a file of JSON escapes once more.
    const hidden = [WORDS, ...coded, ...coded.map((one) => JSON.stringify(one).slice(1, -1))]
    const texts = [ended.out, ended.err, ...filesIn(out).map((file) => readFileSync(file, 'utf8'))]
    expect(texts.length).toBeGreaterThan(8)
    expect(texts.join('')).toContain('<SECRET>')
    expect(hidden.filter((secret) => texts.some((text) => text.includes(secret)))).toEqual([])
    expect(filesIn(out).filter((file) => (statSync(file).mode & 0o077) !== 0)).toEqual([])
    return out
  }
  await run('whole', 1)
  const stopped = await run('stopped', 3, '--max-requests', '900')
  const kept = readFileSync(join(stopped, 'results.jsonl'), 'utf8')
  expect(kept).toContain('"verdict":"pass"')
  expect(kept).toContain('<SECRET>')
}, 300_000)
