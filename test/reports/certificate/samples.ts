/** Reports that can be certified, and what is certified of them. */
import { makeKeys, privateKey, publicKey, type KeyType } from '../../../reports/certificate/keys.ts'
import { statementOf, type Said } from '../../../reports/certificate/statement.ts'
import { planDigest, sha256 } from '../../../schemas/digest.ts'
import { operations } from '../../../schemas/registry.ts'
import type { Report, Result, Verdict } from '../../../schemas/report.ts'
import { report, result } from '../samples.ts'

export const everyOperation: readonly string[] = operations.map(({ id }) => id)
const digest = sha256('a digest')

/** One result of each operation, all passed, but for those that are given. */
export function resultsWith(verdicts: Readonly<Record<string, Verdict>> = {}): readonly Result[] {
  return everyOperation.map((id) => {
    const verdict = verdicts[id] ?? 'pass'
    const open = verdict === 'inconclusive' || verdict === 'blocked' || verdict === 'skipped'
    return result(id, verdict, open ? { reason: `why it is ${verdict}` } : {})
  })
}

/** What a whole run of the suite wrote, all operations having succeeded. */
export function whole(results: readonly Result[] = resultsWith(), more: Partial<Report> = {}): Report {
  const fail = results.some(({ verdict }) => verdict === 'fail')
  return report(results, {
    exitCode: fail ? 1 : 0,
    options: { shard: { index: 1, count: 1 }, bail: false, fuzz: 25, failOn: 'fail' },
    coverage: {
      operations: {
        total: 177,
        exercised: 177,
        succeeded: 177,
        names: { exercised: everyOperation, succeeded: everyOperation },
      },
      clauses: [],
    },
    digests: {
      specification: digest,
      suite: digest,
      code: digest,
      plan: planDigest(results.map(({ id }) => id)),
      checks: { 'auth/no-header': digest, 'restart/kept': digest },
    },
    ...more,
  })
}

export const bytesOf = (told: Report): Buffer => Buffer.from(`${JSON.stringify(told, null, 2)}\n`)

export const fileOf = (told: Report) => ({ report: told, sha256: sha256(bytesOf(told)) })

export const said: Said = { certified: '2026-01-02T00:00:00.000Z', signer: null }

export const stated = (told: Report, more: Partial<Said> = {}) => statementOf([fileOf(told)], { ...said, ...more })

/** A pair of keys of this kind, as they are read from files. */
export function keys(type: KeyType = 'ed25519') {
  const { privatePem, publicPem, fingerprint } = makeKeys(type)
  return { secret: privateKey(privatePem), open: publicKey(publicPem), privatePem, publicPem, fingerprint }
}
