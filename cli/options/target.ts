/** The target that a user names, by flags, environment and target file. */
import { UsageError } from '../../fixtures/errors.ts'
import { groups, identifierField, operations } from '../../schemas/registry.ts'
import type { Target, TargetFile } from '../../schemas/target.ts'
import { scenarios } from '../../schemas/load.ts'
import { nearest } from '../../schemas/nearest.ts'
import { operationsOf } from '../../schemas/pattern.ts'
import { readBaseUrl } from './base-url.ts'
import { checkPrepare } from './prepare.ts'
import type { TargetFlags } from './flags.ts'
import { checkVocabulary } from './vocabulary.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where a token or an address came from, in the words of an error message. */
interface Given {
  readonly text: string
  readonly from: string
}

function given(flag: string | undefined, flagName: string, env: Environment, variable: string): Given | undefined {
  if (flag !== undefined) return { text: flag, from: flagName }
  const value = env[variable]
  return value === undefined ? undefined : { text: value, from: variable }
}

function readToken({ text, from }: Given): string {
  if (text === '') throw new UsageError(`${from} is empty; give the target's access token, or leave it out`)
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new UsageError(`${from} holds a space, a line break or a character that no header takes; give the bare token`)
  }
  return text
}

function checkNames(file: TargetFile, place: string): void {
  const known: readonly string[] = operations.map((operation) => operation.id)
  for (const id of Object.keys(file.sample ?? {})) {
    if (!known.includes(id))
      throw new UsageError(`${place}, sample: there is no operation '${id}'; ${nearest(id, known)}`)
  }
  const limited = [...known, ...Object.keys(groups), ...scenarios]
  for (const key of ['latency', 'errors', 'rates'] as const)
    for (const name of Object.keys(file.limits?.[key] ?? {})) {
      if (!limited.includes(name))
        throw new UsageError(
          `${place}, limits.${key}: there is no operation, group or scenario '${name}'; ${nearest(name, limited)}`,
        )
    }
  if (file.vocabulary) checkVocabulary(file.vocabulary, place)
  const kinds = Object.keys(identifierField)
  for (const kind of Object.keys(file.lookup ?? {})) {
    if (!kinds.includes(kind))
      throw new UsageError(`${place}, lookup: there is no kind '${kind}'; ${nearest(kind, kinds)}`)
  }
  for (const [kind, calls] of Object.entries(file.prepare ?? {})) checkPrepare(kind, calls, place)
  for (const pattern of file.omit ?? []) {
    if (!known.some(operationsOf(pattern))) {
      const names = [...Object.keys(groups), ...known]
      throw new UsageError(`${place}, omit: '${pattern}' matches no operation; ${nearest(pattern, names)}`)
    }
  }
}

function checkHeaders(headers: Readonly<Record<string, string>>, auth: string, place: string): void {
  const all = Object.entries(headers)
  if (all.length === 0) return
  // Few files have any, and each start would wait thirty milliseconds for this module.
  const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')
  for (const [name, value] of all) {
    if (name.toLowerCase() === auth.toLowerCase()) {
      throw new UsageError(`${place}, headers: '${name}' carries the token, which is given by token, not here`)
    }
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      throw new UsageError(`${place}, headers: '${name}' or its value can't be sent as a header`)
    }
  }
}

/** The target that the user named, or null where none was named: then the embedded reference server is judged. */
export function readTarget(flags: TargetFlags, file: TargetFile, env: Environment): Target | null {
  const place = flags.target ?? 'the target file'
  const address =
    given(flags.baseUrl, '--base-url', env, 'TOUCHSTONE_BASE_URL') ??
    (file.baseUrl === undefined ? undefined : { text: file.baseUrl, from: `${place}, baseUrl` })
  const secret =
    given(flags.token, '--token', env, 'TOUCHSTONE_TOKEN') ??
    (file.token === undefined ? undefined : { text: file.token, from: `${place}, token` })
  if (!address) {
    if (flags.target !== undefined) {
      throw new UsageError(`${place} names no baseUrl; add it, or give --base-url or TOUCHSTONE_BASE_URL`)
    }
    if (secret) throw new UsageError(`${secret.from} is given without a target; give --base-url or --target as well`)
    if (flags.wait > 0) throw new UsageError('--wait needs a target to wait for; give --base-url or --target as well')
    return null
  }
  checkNames(file, place)
  const baseUrl = readBaseUrl(address.text, address.from)
  if (!secret)
    throw new UsageError(`no token for ${baseUrl}; give --token, TOUCHSTONE_TOKEN, or token in a target file`)
  const auth = { header: file.auth?.header ?? 'Authorization', scheme: file.auth?.scheme ?? 'Bearer' }
  checkHeaders({ ...file.headers }, auth.header, place)
  return {
    baseUrl,
    token: readToken(secret),
    identifiers: file.identifiers ?? {},
    expendable: file.expendable ?? {},
    sample: file.sample ?? {},
    lookup: file.lookup ?? {},
    auth,
    headers: file.headers ?? {},
    omit: file.omit ?? [],
    ...(file.prepare ? { prepare: file.prepare } : {}),
    ...(file.vocabulary ? { vocabulary: file.vocabulary } : {}),
  }
}
