/** Manifests as tests need them. */
import { expect } from 'vitest'
import { parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { touchstone } from '../cli/touchstone.ts'

export const secret = 'a-token-that-nobody-may-see-0123456789'
export const away = ['--base-url', 'http://target.example/api', '--token', secret, '--allow', 'deploy']
export const given = ['--project-id', 'p1', '--environment-id', 'e1', '--skip', 'compose.deployTemplate']

const resource = z.looseObject({ kind: z.string() })
const configMap = z.object({ kind: z.literal('ConfigMap'), data: z.record(z.string(), z.string()) })

/** What `load --emit` writes: the operator's, unless the arguments say otherwise. */
export async function documents(...args: readonly string[]) {
  const form = args.includes('--emit') ? [] : ['--emit', 'k6-operator']
  const { code, out, err } = await touchstone(['load', ...form, ...args])
  expect(code, err).toBe(0)
  const all = parseAllDocuments(out).map((one) => resource.parse(one.toJS()))
  const kinds: Readonly<Record<string, unknown>> = Object.fromEntries(all.map((one) => [one.kind, one]))
  return { scripts: configMap.parse(all.find(({ kind }) => kind === 'ConfigMap')).data, kinds, all, out }
}
