/** Wrong usage: exit code 2, one sentence on standard error that names the nearest known name, nothing else. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emptyFolder } from '../folder.ts'
import { called } from './called.ts'

const folder = emptyFolder()
function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const target = { baseUrl: 'http://127.0.0.1:9', token: 'a-token-of-the-file' }
const SECRET = 'S3CRET-S3CRET-S3CRET'

const cases: readonly (readonly [what: string, args: readonly string[], says: RegExp])[] = [
  ['an unknown command', ['rnu'], /unknown command 'rnu'.*'run'/],
  ['an unknown flag', ['run', '--sede', '1'], /unknown option '--sede'.*'--seed'/],
  ['an unknown flag with a value', ['run', `--tokne=${SECRET}`], /unknown option '--tokne'.*'--token'/],
  ['a word too many', ['run', SECRET], /too many words/],
  ['a flag without its value', ['run', '--base-url'], /--base-url.*missing/],
  ['a seed that is no number', ['run', '--seed', 'x'], /--seed.*whole number/],
  ['a seed that is too large', ['run', '--seed', '4294967296'], /--seed.*4294967295/],
  ['no concurrency', ['run', '--concurrency', '0'], /--concurrency.*at least 1|from 1/],
  ['a rate of nothing', ['run', '--rate', '0'], /--rate.*above 0/],
  ['a part that is none', ['run', '--shard', '5/4'], /--shard.*I\/N/],
  ['an unknown effect', ['run', '--allow', 'distructive'], /--allow.*'distructive'.*'destructive'/],
  ['an unknown effect among others', ['run', '--allow', 'deploy', 'hosts'], /--allow.*'hosts'.*'host'/],
  ['an unknown level', ['run', '--fail-on', 'warm'], /--fail-on.*'warm'.*'warn'/],
  ['an unknown reporter', ['run', '--reporter', 'jsn'], /--reporter.*'jsn'.*'json'/],
  ['a pattern that matches no operation', ['run', '--only', 'sqla.crate'], /--only 'sqla.crate'.*'sqla.create'/],
  ['a pattern that matches no check', ['run', '--skip', 'auth/no-heder'], /--skip 'auth\/no-heder'.*'auth\/no-header'/],
  ['a pattern that matches no group', ['run', '--only', 'applicatoin'], /'applicatoin'.*'application'/],
  ['nothing that is left', ['run', '--only', 'sqla', '--skip', 'sql*'], /nothing is left to judge.*--skip/],
  ['fuzzing that is turned off', ['run', '--only', 'fuzz', '--fuzz', '0'], /--fuzz 0/],
  ['an address that is none', ['run', '--base-url', 'nowhere', '--token', SECRET], /--base-url is no address/],
  ['another protocol', ['run', '--base-url', 'ftp://a.b', '--token', SECRET], /ftp:.*http:/],
  ['a password in the address', ['run', '--base-url', `http://u:${SECRET}@a.b`], /user name or password/],
  ['a query in the address', ['run', '--base-url', `http://a.b/?t=${SECRET}`, '--token', 'x'], /query/],
  ['a fragment in the address', ['run', '--base-url', 'http://a.b/#x', '--token', 'x'], /fragment/],
  ['a target without a token', ['run', '--base-url', 'http://127.0.0.1:9'], /no token/],
  ['a token without a target', ['run', '--token', SECRET], /--token is given without a target/],
  ['waiting for no target', ['run', '--wait', '1'], /--wait needs a target/],
  ['a token that no header takes', ['run', '--base-url', 'http://a.b', '--token', `${SECRET}\n`], /--token holds/],
  ['a target file that is not there', ['run', '--target', join(folder, 'none.json')], /no such file/],
  [
    'a target file that is not JSON',
    ['run', '--target', file('a.json', `{ "token": ${SECRET} }`)],
    /a\.json is not JSON \(line 1 column 12: /,
  ],
  ['an unknown key', ['run', '--target', file('b.json', { ...target, limts: {} })], /b\.json: .*'limts'.*'limits'/],
  [
    'an unknown key further in',
    ['run', '--target', file('c.json', { ...target, limits: { badToken: 1 } })],
    /c\.json, limits: .*'badToken'.*'badTokens'/,
  ],
  [
    'an unknown identifier',
    ['run', '--target', file('d.json', { ...target, identifiers: { projctId: 'p' } })],
    /d\.json, identifiers: .*'projctId'.*'projectId'/,
  ],
  [
    'a value of another type',
    ['run', '--target', file('e.json', { ...target, limits: { timeoutMs: '5' } })],
    /e\.json, limits\.timeoutMs: it must be a number/,
  ],
  [
    'an unknown effect in the file',
    ['run', '--target', file('f.json', { ...target, allow: ['hots'] })],
    /f\.json, allow\.0: .*'host'/,
  ],
  [
    'an unknown operation in the file',
    ['run', '--target', file('g.json', { ...target, sample: { 'sqla.crate': {} } })],
    /g\.json, sample: .*'sqla\.create'/,
  ],
  [
    'an unknown kind in the file',
    ['run', '--target', file('h.json', { ...target, lookup: { sqll: { path: '/x' } } })],
    /h\.json, lookup: .*'sqll'.*'sql/,
  ],
  [
    'a pattern of the file that matches nothing',
    ['run', '--target', file('i.json', { ...target, omit: ['clustr.*'] })],
    /i\.json, omit: .*'clustr\.\*'.*'cluster/,
  ],
  [
    'a variable that is not set',
    ['run', '--target', file('j.json', { ...target, token: '${NOT_SET_HERE}' })],
    /j\.json, token: .*NOT_SET_HERE is not set/,
  ],
  [
    'a target file without an address',
    ['run', '--target', file('k.json', { token: SECRET })],
    /k\.json names no baseUrl/,
  ],
  [
    'a header that carries the token',
    ['run', '--target', file('l.json', { ...target, headers: { authorization: SECRET } })],
    /l\.json, headers: 'authorization'/,
  ],
  [
    'a word of the vocabulary that maps nothing',
    ['run', '--target', file('m.json', { ...target, vocabulary: { groups: { sqll: 'maria' } } })],
    /m\.json, vocabulary\.groups: .*'sqll'.*'sql/,
  ],
  [
    'a word of the vocabulary that maps two ways',
    ['run', '--target', file('n.json', { ...target, vocabulary: { fields: { name: 'appName' } } })],
    /n\.json, vocabulary\.fields: 'appName' would stand for both/,
  ],
  [
    'a day that is none',
    ['run', '--target', file('o.json', { ...target, known: [{ id: 'a b', why: 'c', until: 'soon' }] })],
    /o\.json, known\.0\.until: /,
  ],
  [
    'a threshold for no operation',
    ['run', '--target', file('p.json', { ...target, limits: { latency: { 'sqla.on': { p95: 5 } } } })],
    /p\.json, limits\.latency: .*'sqla\.on'.*'sqla\.one'/,
  ],
  ['a target file over another', ['init', file('taken.json', '{}')], /taken\.json is there already/],
  ['a folder that can be none', ['run', '--out', file('taken', '')], /--out .*can't be used as a folder/],
  ['an unknown list', ['list', 'operation'], /'operation'.*'operations'/],
  ['no list', ['list'], /missing required argument/],
  ['an unknown id', ['explain', 'port.creat'], /'port.creat'.*'port.create'/],
  ['an unknown fault', ['serve', '--fault', 'exists/no-settings.getIpp'], /no fault .*'exists\/no-settings.getIp'/],
  ['an unknown variant', ['serve', '--variant', 'creates/tru'], /no variant .*'creates\/true'/],
  ['a port that is none', ['serve', '--port', '65536'], /--port.*65535/],
  ['no command', [], /Usage: touchstone/],
]

test.each(cases)('one sentence says what is wrong with %s', { timeout: 300_000 }, async (what, args, says) => {
  const { code, out, err } = await called(args, { cwd: folder })
  expect(err).toMatch(says)
  expect(code).toBe(2)
  expect(out).toBe('')
  expect(err).not.toContain('S3CRET')
  expect(err).not.toMatch(/\n\s+at /)
  if (what !== 'no command') expect(err.trim().split('\n')).toHaveLength(1)
})

test.each([
  [{ TOUCHSTONE_BASE_URL: '' }, /TOUCHSTONE_BASE_URL is empty/],
  [{ TOUCHSTONE_TOKEN: SECRET }, /TOUCHSTONE_TOKEN is given without a target/],
  [{ TOUCHSTONE_BASE_URL: 'http://127.0.0.1:9', TOUCHSTONE_TOKEN: '' }, /TOUCHSTONE_TOKEN is empty/],
])('one sentence says what is wrong with the environment %o', { timeout: 300_000 }, async (env, says) => {
  const { code, err } = await called(['run'], { env, cwd: folder })
  expect(err).toMatch(says)
  expect(code).toBe(2)
  expect(err).not.toContain('S3CRET')
})
