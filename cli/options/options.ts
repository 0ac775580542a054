/** From flags, environment and target file to what a run is told; whatever is wrong is a UsageError, before anything is sent. */
import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { UsageError } from '../../fixtures/errors.ts'
import { REFERENCE } from '../../fixtures/image/spec.ts'
import { MIN_JUDGED } from '../../reports/model/judged.ts'
import { groups, operations } from '../../schemas/registry.ts'
import { DEFAULT_FUZZ } from '../../schemas/fuzzed.ts'
import { knownFailures } from '../../schemas/known-failures.ts'
import { permissions, type Permission, type RunOptions, type Target, type TargetFile } from '../../schemas/target.ts'
import { nearest } from '../../schemas/nearest.ts'
import { compileSelection } from '../../suites/run/select.ts'
import { bring, type Brought } from './bring.ts'
import type { RunFlags } from './flags.ts'
import { readImage } from './image.ts'
import { readTls } from './tls.ts'
import { readTarget, type Environment } from './target.ts'
import { checkTarget, readTargetFile } from './target-file.ts'

function readAllowed(words: readonly string[]): readonly Permission[] {
  const known: readonly string[] = [...permissions, 'all']
  for (const word of words) {
    if (!known.includes(word)) {
      throw new UsageError(`--allow: unknown '${word}'; use ${known.join(', ')}; ${nearest(word, known)}`)
    }
  }
  return words.includes('all') ? permissions : permissions.filter((permission) => words.includes(permission))
}

/** A short unique name: lower-case letters and digits, a letter first, so that it may stand in any name a target takes. */
function runId(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const pick = (from: string) => from.charAt(randomInt(from.length))
  return pick(letters) + Array.from({ length: 7 }, () => pick(`${letters}0123456789`)).join('')
}

/** The embedded reference server, listening; whoever opens it closes it. */
async function openEmbedded(): Promise<{ target: Target; close: () => Promise<void> }> {
  const { startReference } = await import('../../fixtures/reference/serve.ts')
  const server = await startReference()
  const target: Target = {
    ...server.target,
    baseUrl: server.baseUrl,
    token: server.token,
    auth: { header: 'Authorization', scheme: 'Bearer' },
    headers: {},
    omit: [],
  }
  return { target, close: () => server.close() }
}

export interface Resolved {
  readonly options: RunOptions
  /** What the target file limits. */
  readonly limits: NonNullable<TargetFile['limits']>
  /** Closes the embedded server, where there is one. */
  readonly close: () => Promise<void>
  /** The image that is to be brought up, where there is one; until it is, the address and the token say nothing. */
  readonly brought: Brought | null
}

function fileOf({ target, content }: RunFlags, env: Environment): TargetFile {
  if (target === undefined) return {}
  return content === undefined ? readTargetFile(target, env) : checkTarget(content, env, target)
}

/**
 * Flags before environment before target file before defaults.
 * @param judged the checks that patterns may name, where they are not those of the suites
 */
export async function resolveRun(
  flags: RunFlags,
  env: Environment,
  out: string,
  judged?: readonly { readonly id: string }[],
): Promise<Resolved> {
  const file = fileOf(flags, env)
  const run = runId()
  const image = readImage(flags, file, env, run)
  const named = readTarget(image?.flags ?? flags, file, env)
  const ours = !named || image?.spec.image === REFERENCE
  const allow = readAllowed(flags.allow ?? file.allow ?? [])
  const only = flags.only ?? []
  const skip = flags.skip ?? []
  const checks = judged ?? (await import('../../suites/run/checks.ts')).checks
  compileSelection(only, skip, {
    groups: Object.keys(groups),
    operations: operations.map((operation) => operation.id),
    checks: checks.map((check) => check.id),
  })
  const limits = file.limits ?? {}
  const tls = readTls(flags)
  const { target, close } = named ? { target: named, close: () => Promise.resolve() } : await openEmbedded()
  const options: RunOptions = {
    run,
    seed: flags.seed ?? randomInt(2 ** 32),
    fuzz: flags.fuzz ?? DEFAULT_FUZZ,
    ...(flags.fuzzTime === undefined ? {} : { fuzzMs: flags.fuzzTime * 1000 }),
    target: {
      ...target,
      // Its address is known once it is published; until then messages name it so.
      ...(image ? { baseUrl: `the image ${image.spec.image}` } : {}),
      identifiers: {
        ...target.identifiers,
        ...(flags.projectId !== undefined && { projectId: flags.projectId }),
        ...(flags.environmentId !== undefined && { environmentId: flags.environmentId }),
      },
    },
    embedded: ours,
    ...(image ? { image: image.spec.image, restarts: true } : {}),
    // Nothing else lives on our own server.
    allow: ours ? permissions : allow,
    only,
    skip,
    concurrency: flags.concurrency ?? limits.concurrency ?? 8,
    ...(limits.concurrency === undefined ? {} : { burst: limits.concurrency }),
    rate: flags.rate ?? limits.requestsPerSecond ?? null,
    timeoutMs: flags.timeout ?? limits.timeoutMs ?? 10_000,
    settleMs: flags.settle ?? limits.settleMs ?? 2_000,
    maxRequests: flags.maxRequests ?? limits.maxRequests ?? null,
    ...(tls ? { tls } : {}),
    // What the run brings up itself stands on this machine.
    ...(!named || image ? { direct: true } : {}),
    badTokens: limits.badTokens ?? null,
    shard: flags.shard,
    bail: flags.bail ?? false,
    minJudged: flags.minJudged ?? limits.minJudged ?? MIN_JUDGED,
    known: knownFailures(file),
    out: resolve(out),
  }
  return { options, limits, close, brought: image && bring(image.spec) }
}
