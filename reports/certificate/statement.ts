/** What a certificate says, from the reports that it rests on. */
import type { Certified, CertifiedRun, Conformance, Statement } from '../../schemas/certificate.ts'
import { STATEMENT, TEST_RESULT } from '../../schemas/certificate.ts'
import { digestOf } from '../../schemas/digest.ts'
import { isObject } from '../../schemas/json-object.ts'
import type { Digests, Report, Result, Verdict } from '../../schemas/report.ts'
import { countsOf, faceOf } from '../model/map.ts'
import { worstOf, verdictsOf } from '../model/unstable.ts'
import { familyOf, groupOf } from '../model/words.ts'
import { conformanceOf, gapsOf } from './gaps.ts'
import { configurationIn, shardIn } from './options.ts'
import type { TallyVotes } from '../merge/merge.ts'
import { Uncertifiable, wholeOf } from './whole.ts'

/** A report, and the digest of the very file that it was read from. */
export interface ReportFile {
  readonly report: Report
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string
}

/** What the vendor says besides. */
export interface Said {
  /** Stands in place of the target's address. */
  readonly name?: string
  /** Where the run can be looked at. */
  readonly url?: string
  /** ISO 8601. */
  readonly certified: string
  /** The fingerprint of the key that will sign; null: none does. */
  readonly signer: string | null
}

const results: Readonly<Record<Conformance, 'PASSED' | 'WARNED' | 'FAILED'>> = {
  conforms: 'PASSED',
  'conforms in part': 'WARNED',
  'does not conform': 'FAILED',
}

function runOf({ run, seed, started, durationMs, options, resumed }: Report): CertifiedRun {
  return { run, shard: shardIn(options), seed, started, durationMs, ...(resumed ? { resumed } : {}) }
}

function mapOf({ results: all }: Report): Certified['map'] {
  const cells = countsOf(all)
  const groups = [...new Set(all.map(({ operation }) => groupOf(operation)))]
  const families = [...new Set(all.map(({ check }) => familyOf(check)))].toSorted()
  const facesOf = (group: string) =>
    families.flatMap((family) => {
      const counts = cells.get(`${group} ${family}`)
      return counts ? [[family, faceOf(counts)] as const] : []
    })
  return Object.fromEntries(groups.map((group) => [group, Object.fromEntries(facesOf(group))]))
}

function unplanned(digests: Digests, { results: all }: Report): readonly string[] {
  const planned = new Set(all.map(({ check }) => check))
  return Object.keys(digests.checks).filter((check) => !planned.has(check))
}

function certified(whole: Report, digests: Digests, parts: readonly Report[], said: Said) {
  const { target, options, coverage } = whole
  const gaps = gapsOf(whole)
  const { image } = options
  return {
    verdict: conformanceOf(whole, gaps),
    gaps,
    target: {
      name: said.name ?? target.baseUrl,
      ...(typeof image === 'string' ? { image } : {}),
      serviceVersion: target.serviceVersion,
      ...(isObject(target.vocabulary) ? { vocabulary: target.vocabulary } : {}),
    },
    specification: { operations: coverage.operations.total, digest: digests.specification },
    suite: {
      version: whole.touchstone,
      checks: Object.keys(digests.checks).length,
      digest: digests.suite,
      code: digests.code,
      unplanned: unplanned(digests, whole),
    },
    plan: { results: whole.planned, digest: digests.plan },
    counts: whole.totals,
    operations: { exercised: coverage.operations.exercised, succeeded: coverage.operations.succeeded },
    requests: whole.requests,
    retries: whole.retries ?? [],
    allowed: target.allowed,
    configuration: configurationIn(options),
    runs: parts.map(runOf),
    map: mapOf(whole),
    certified: said.certified,
    signer: said.signer,
  } satisfies Omit<Certified, 'fingerprint'>
}

/** The statement with its own digest in it: told from it, what was changed is known without a key. */
function sealed(statement: Omit<Statement, 'predicate'>, predicate: Statement['predicate']): Statement {
  return {
    ...statement,
    predicate: {
      ...predicate,
      touchstone_certified: {
        ...predicate.touchstone_certified,
        fingerprint: fingerprintOf({ ...statement, predicate }),
      },
    },
  }
}

/** The fingerprint that a statement should bear. */
export function fingerprintOf(statement: Statement): string {
  const { touchstone_certified: own, ...predicate } = statement.predicate
  const { fingerprint: _fingerprint, ...rest } = own
  return digestOf({ ...statement, predicate: { ...predicate, touchstone_certified: rest } })
}

/**
 * The statement of these reports.
 * @param tallyVotes what results come to that rest on the votes of all shards
 * @throws Uncertifiable where they are no whole run
 */
export function statementOf(
  files: readonly [ReportFile, ...ReportFile[]],
  said: Said,
  tallyVotes?: TallyVotes,
): Statement {
  const [first, ...rest] = files
  const parts = files.map(({ report }) => report)
  const whole = wholeOf([first.report, ...rest.map(({ report }) => report)], tallyVotes)
  const { digests } = whole
  if (!digests) throw new Uncertifiable('what it was judged by is not known')
  const own = certified(whole, digests, parts, said)
  // What was unstable is told as the worst of its tries, and never as passed.
  const worst = (one: Result): Verdict => {
    const grave = worstOf(verdictsOf(one))
    return one.unstable && (grave === 'pass' || grave === 'note') ? 'warn' : grave
  }
  const named = (wanted: readonly Verdict[]) =>
    whole.results.filter((one) => wanted.includes(worst(one))).map(({ id }) => id)
  const warned = named(['warn', 'known'])
  const result = results[own.verdict]
  return sealed(
    {
      _type: STATEMENT,
      subject: files.map(({ report, sha256 }) => ({ name: `report of run ${report.run}`, digest: { sha256 } })),
      predicateType: TEST_RESULT,
    },
    {
      result: result === 'PASSED' && warned.length > 0 ? 'WARNED' : result,
      configuration: [
        { name: 'specification', digest: { sha256: digests.specification } },
        { name: 'suite', digest: { sha256: digests.suite } },
        { name: 'plan', digest: { sha256: digests.plan } },
        { name: 'options', digest: { sha256: digestOf(own.configuration) } },
      ],
      ...(said.url === undefined ? {} : { url: said.url }),
      passedTests: named(['pass', 'note']),
      warnedTests: warned,
      failedTests: named(['fail']),
      touchstone_certified: { ...own, fingerprint: '' },
    },
  )
}
