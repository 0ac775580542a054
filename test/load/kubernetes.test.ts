/** What `--emit` writes: valid manifests, commands that run as they are printed, and nothing that is secret. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { touchstone } from '../cli/touchstone.ts'
import { emptyFolder } from '../folder.ts'
import { away, documents, given, secret } from './emitted.ts'
import { testRunSchema } from './testrun-schema.ts'

const collecting = ['--collector-image', 'registry.example/touchstone:1']

test('it is what the operator takes, and shows no token and no header', async () => {
  const headers = join(emptyFolder(), 'target.json')
  writeFileSync(headers, JSON.stringify({ headers: { 'X-Tenant': 'a-tenant-that-nobody-may-see' } }))
  const args = [...away, ...given, '--parallelism', '4', '--profile', 'average', '--target', headers]
  const { scripts, kinds, out } = await documents(...args)
  const valid = new Ajv({ allErrors: true }).compile(testRunSchema)
  expect(valid(kinds['TestRun']), JSON.stringify(valid.errors)).toBe(true)
  expect(kinds['TestRun']).toMatchObject({ spec: { parallelism: 4, script: { configMap: { file: 'deploy.ts' } } } })
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['deploy.ts', 'iterate.ts', 'shapes.ts', 'plan.json']))
  for (const name of Object.keys(scripts)) expect(name).toMatch(/^[-._a-zA-Z0-9]+$/)
  expect(out).not.toContain(secret)
  expect(out).not.toContain('a-tenant-that')
  expect(out.length).toBeLessThan(1_048_576)
})

test('the schema refuses what the operator does not know', async () => {
  const { kinds } = await documents(...away, ...given)
  const valid = new Ajv().compile(testRunSchema)
  const testRun = kinds['TestRun'] as { spec: Record<string, unknown> }
  const altered = structuredClone(testRun)
  altered.spec['paralelism'] = 3
  expect(valid(altered)).toBe(false)
  expect(valid({ ...testRun, apiVersion: 'k6.io/v1' })).toBe(false)
})

test('a plain Job gives each pod a part of the load, and ends no pod for the sake of another', async () => {
  const { kinds } = await documents(...away, ...given, '--emit', 'kubernetes-job', '--parallelism', '4')
  expect(kinds['Job']).toMatchObject({
    spec: { completions: 4, parallelism: 4, completionMode: 'Indexed', backoffLimitPerIndex: 0, maxFailedIndexes: 4 },
  })
  const { spec } = kinds['Job'] as { spec: { template: { spec: { containers: { command: string[] }[] } } } }
  const [shell = '', option = '', command = ''] = spec.template.spec.containers[0]?.command ?? []
  // What the pod's shell makes of it, with a k6 that only says how it was called.
  const folder = emptyFolder()
  writeFileSync(join(folder, 'k6'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  const env = { PATH: `${folder}${delimiter}${process.env['PATH']}`, JOB_COMPLETION_INDEX: '2' }
  const called = execFileSync(shell, [option, command], { env, encoding: 'utf8' }).split('\n')
  expect(called).toEqual(expect.arrayContaining(['--execution-segment=2/4:3/4', '/test/deploy.ts']))
  expect(called).toContain('--execution-segment-sequence=0,1/4,2/4,3/4,1')
})

test('the printed commands for the Secret give it what they say', async () => {
  const { out } = await documents(...away, ...given)
  const commands = [...out.matchAll(/^#\s+(kubectl create secret .*)$/gm)].flatMap(([, command]) => command ?? [])
  expect(commands).toHaveLength(2)
  const folder = emptyFolder()
  writeFileSync(join(folder, 'kubectl'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  const env = { PATH: `${folder}${delimiter}${process.env['PATH']}`, TOUCHSTONE_TOKEN: 'a "token" of two words' }
  const called = commands.map((command) => execFileSync('sh', ['-c', command], { env, encoding: 'utf8' }).split('\n'))
  for (const args of called) expect(args).toContain('--from-literal=token=a "token" of two words')
  const [headers = ''] = called[1]?.filter((one) => one.startsWith('--from-literal=headers=')) ?? []
  expect(JSON.parse(headers.slice('--from-literal=headers='.length))).toEqual({ 'X-Tenant': 'acme' })
})

test('a collector may read the logs of pods and nothing else, and follows those of the load', async () => {
  const { kinds, all } = await documents(...away, ...given, ...collecting, '--parallelism', '3')
  expect(kinds['Role']).toMatchObject({ rules: [{ resources: ['pods', 'pods/log'], verbs: ['get', 'list'] }] })
  const job = all.find(({ kind }) => kind === 'Job')
  const text = JSON.stringify(job)
  const { metadata } = kinds['TestRun'] as { metadata: { name: string } }
  expect(text).toContain(`"--pods","k6_cr=${metadata.name},runner=true","--parts","3"`)
  expect(text).not.toContain('TOUCHSTONE_TOKEN')
})

test('what it would have to ask the target for is asked of the user, all at once', async () => {
  const { code, err } = await touchstone(['load', '--emit', 'k6-operator', ...away])
  expect(code).toBe(2)
  expect(err).toMatch(/give --project-id ID, --environment-id ID and identifiers\.templateId/)
  const none = await touchstone(['load', '--emit', 'k6-operator'])
  expect([none.code, none.err]).toEqual([2, expect.stringMatching(/needs a target that a cluster reaches/)])
})

test('fewer virtual users than pods are refused, for each pod needs one', async () => {
  const few = ['--concurrency', '2', '--parallelism', '4']
  const { code, err } = await touchstone(['load', '--emit', 'k6-operator', ...away, ...given, ...few])
  expect([code, err]).toEqual([2, expect.stringMatching(/4 pods can't share 2 virtual users/)])
})

test('the page in docs names what the manifests name', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/load-kubernetes.md'), 'utf8')
  for (const word of [
    'kubectl create secret generic touchstone',
    'merge --logs',
    '--collector-image',
    'kubernetes-job',
    'cleanup --journal',
  ])
    expect(page).toContain(word)
})
