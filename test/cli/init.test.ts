/** `init`: a commented target file that can be used as it is, once the address is filled in. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commentedTarget } from '../../cli/options/commented-target.ts'
import { readTargetFile } from '../../cli/options/target-file.ts'
import { readTarget } from '../../cli/options/target.ts'
import { startReference } from '../../fixtures/reference/serve.ts'
import { targetFile } from '../../schemas/target.ts'
import { emptyFolder } from '../folder.ts'
import { touchstone } from './touchstone.ts'

const folder = emptyFolder()
const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('what it writes judges a server, once baseUrl is filled in', async () => {
  const server = await startReference()
  onTestFinished(() => server.close())
  const { code, out } = await touchstone(['init'], { cwd: folder })
  expect(code).toBe(0)
  expect(out).toMatch(/^wrote touchstone\.target\.json: /)
  const path = join(folder, 'touchstone.target.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"baseUrl": ""', `"baseUrl": "${server.baseUrl}"`))
  const args = ['run', '--target', path, '--only', 'settings.health', '--out', join(folder, 'out')]
  const ended = await touchstone(args, { env: { TOUCHSTONE_TOKEN: server.token } })
  expect(ended.err).toBe('')
  expect(ended.code).toBe(0)
  expect((await touchstone(['init'], { cwd: folder })).code).toBe(2)
})

test('- writes it to the standard output, and no file of that name', async () => {
  const cwd = emptyFolder()
  expect(await touchstone(['init', '-'], { cwd })).toMatchObject({ code: 0, out: commentedTarget() })
  expect(readdirSync(cwd)).toEqual([])
})

test('unfilled, it says what to fill in', async () => {
  const path = file('unfilled.json', commentedTarget())
  const { code, err } = await touchstone(['run', '--target', path])
  expect(code).toBe(2)
  expect(err).toMatch(/baseUrl/)
})

test('every key is in it, and each example is right', () => {
  const text = commentedTarget().replace('"baseUrl": ""', '"baseUrl": "http://a.b"')
  // What is commented out and looks like JSON is an example.
  const filled = text.replaceAll(/^ {2}\/\/ (?=\s*["{}[\]])/gm, '  ')
  const read = readTargetFile(file('filled.json', filled), { SERVER_TOKEN: 'a-token' })
  const absent = Object.keys(targetFile.shape).filter((key) => !(key in read))
  expect(absent).toEqual(['$schema'])
  expect(readTarget({ wait: 0 }, read, {})).toMatchObject({
    token: 'a-token',
    vocabulary: { groups: { sqla: 'acmedb' } },
  })
})

test('comments, a byte order mark and a comma too many are borne', () => {
  const text = '\uFEFF{ // here\n  /* there */ "baseUrl": "http://a.b", "$schema": "./x.json", }'
  expect(readTargetFile(file('c.json', text), {})).toMatchObject({ baseUrl: 'http://a.b' })
})

test('what was pasted and not filled in is told by its place', () => {
  const text = '{ "identifiers": { "projectId": "…" } }'
  expect(() => readTargetFile(file('e.json', text), {})).toThrow(/e\.json, identifiers\.projectId: .*fill it in/)
})

test('a mistake is told by line and column', () => {
  const text = '{\n  "baseUrl": "http://a.b"\n  "token": "S3CRET"\n}'
  expect(() => readTargetFile(file('d.json', text), {})).toThrow(
    /d\.json is not JSON \(line 3 column 3: comma expected\)/,
  )
})
