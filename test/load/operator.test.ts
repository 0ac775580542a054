/** The manifest for the k6-operator: what it says, and that its scripts run as they lie in a ConfigMap, all in one folder. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, it, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { findK6 } from '../../load/k6/find.ts'
import { startK6 } from '../../load/k6/start.ts'
import { called } from '../cli/called.ts'
import { emptyFolder } from '../folder.ts'
import { withK6 } from './k6.ts'
import { leftOn, target } from './run.ts'
import { testRunSchema } from './testrun-schema.ts'

const secret = 'a-token-that-nobody-may-see-0123456789'
const away = ['--base-url', 'http://target.example/api', '--token', secret, '--allow', 'deploy']
const given = ['--project-id', 'p1', '--environment-id', 'e1', '--skip', 'compose.deployTemplate']
const emit = (...args: string[]) => called(['load', '--emit', 'k6-operator', ...args])

const configMap = z.object({ kind: z.literal('ConfigMap'), data: z.record(z.string(), z.string()) })

async function documents(...args: string[]) {
  const { code, out, err } = await emit(...args)
  expect(code, err).toBe(0)
  const [scripts, testRun] = parseAllDocuments(out).map((one): unknown => one.toJS())
  return { scripts: configMap.parse(scripts).data, testRun, out }
}

test('it is what the operator takes, and shows no token', async () => {
  const { scripts, testRun, out } = await documents(...away, ...given, '--parallelism', '4', '--profile', 'average')
  const valid = new Ajv({ allErrors: true }).compile(testRunSchema)
  expect(valid(testRun), JSON.stringify(valid.errors)).toBe(true)
  expect(testRun).toMatchObject({ spec: { parallelism: 4, script: { configMap: { file: 'deploy.ts' } } } })
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['deploy.ts', 'journey.ts', 'shapes.ts', 'plan.json']))
  for (const name of Object.keys(scripts)) expect(name).toMatch(/^[-._a-zA-Z0-9]+$/)
  expect(out).not.toContain(secret)
  expect(out.length).toBeLessThan(1_048_576)
})

test('the schema refuses what the operator does not know', async () => {
  const { testRun } = await documents(...away, ...given)
  const valid = new Ajv().compile(testRunSchema)
  const bent = structuredClone(testRun) as { spec: Record<string, unknown> }
  bent.spec['paralelism'] = 3
  expect(valid(bent)).toBe(false)
  expect(valid({ ...(testRun as object), apiVersion: 'k6.io/v1' })).toBe(false)
})

test.each([
  [[], /needs a target that a cluster reaches/],
  [away, /--project-id/],
  [[...away, '--project-id', 'p1'], /--environment-id/],
  [[...away, '--project-id', 'p1', '--environment-id', 'e1'], /templateId/],
])('what it would have to ask the target for has to be given', async (args, why) => {
  const { code, err } = await emit(...args)
  expect(code).toBe(2)
  expect(err).toMatch(why)
})

withK6('the scripts of a manifest', () => {
  it('run from one folder, and leave nothing', async () => {
    const { server, file } = await target()
    const { scripts } = await documents('--target', file, '--rate', '30', '--duration', '3s')
    const folder = emptyFolder()
    for (const [name, text] of Object.entries(scripts)) writeFileSync(join(folder, name), text)
    const journal = join(folder, 'journal.jsonl')
    const summary = join(folder, 'summary.json')
    // Named from the scripts' own folder: an absolute path stays what it is.
    const script = join('..', '..', '..', '..', '..', '..', '..', '..', folder, 'deploy.ts')
    const start = { run: 'r1', plan: join(folder, 'plan.json'), journal, summary, segment: null, sequence: null }
    const k6 = await findK6(process.env, () => undefined)
    const { code, said } = await startK6(k6, { ...start, script, token: server.token, headers: {} }).ended
    expect(code, said.join('\n')).toBe(0)
    const told = JSON.parse(readFileSync(summary, 'utf8')) as { journeys: number; breaches: number }
    expect(told.breaches).toBe(0)
    expect(told.journeys).toBeGreaterThan(8)
    expect(await leftOn(server)).toBe(0)
  })
})
