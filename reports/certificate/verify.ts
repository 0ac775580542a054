/** Whether a certificate holds, and if not, what of it was changed. */
import type { KeyObject } from 'node:crypto'
import { isUtf8 } from 'node:buffer'
import * as z from 'zod'
import { STATEMENT, TEST_RESULT, conformances, type Statement } from '../../schemas/certificate.ts'
import { canonical } from '../../schemas/digest.ts'
import { IN_TOTO, isSignedBy, NotAnEnvelope, open, type Opened } from './envelope.ts'
import { fingerprintOfKey } from './keys.ts'
import { fingerprintOf, statementOf, type ReportFile } from './statement.ts'
import { Uncertifiable } from './whole.ts'

/** What is wrong, and with what. */
export interface Trouble {
  readonly part: 'certificate' | 'signature' | 'report'
  /** A sentence without its subject: 'it was changed'. */
  readonly what: string
}

/** A report as a file: its bytes count, and what they say only where it is a report at all. */
export interface GivenReport {
  readonly name: string
  readonly sha256: string
  /** null where it is no report. */
  readonly report: ReportFile['report'] | null
}

export interface Verified {
  /** null where what is in the envelope is no certificate of ours. */
  readonly statement: Statement | null
  /** The fingerprints of the keys that signed. */
  readonly signers: readonly string[]
  /** Nothing: it holds. */
  readonly troubles: readonly Trouble[]
  /** Reports that it rests on and that were not given, by name. */
  readonly unseen: readonly string[]
}

const text = z.string()
const descriptor = z.looseObject({ name: text, digest: z.looseObject({ sha256: text }) })
/** As much as tells that a statement is one; what else stands in it, touchstone wrote and somebody signed. */
const shape = z.looseObject({
  _type: z.literal(STATEMENT),
  subject: z.array(descriptor).min(1),
  predicateType: z.literal(TEST_RESULT),
  predicate: z.looseObject({
    result: z.enum(['PASSED', 'WARNED', 'FAILED']),
    configuration: z.array(descriptor),
    touchstone_certified: z.looseObject({
      verdict: z.enum(conformances),
      gaps: z.record(text, z.array(z.unknown())),
      target: z.looseObject({ name: text, serviceVersion: text }),
      suite: z.looseObject({ version: text }),
      counts: z.record(text, z.number()),
      map: z.record(text, z.record(text, text)),
      certified: text,
      signer: text.nullable(),
      fingerprint: text,
    }),
  }),
})

function statementIn({ payload }: Opened): Statement | null {
  if (!isUtf8(payload)) return null
  try {
    const value: unknown = JSON.parse(payload.toString())
    shape.parse(value)
    return canonical(value) === payload.toString() ? (value as Statement) : null
  } catch {
    return null
  }
}

function signatureTroubles(
  opened: Opened,
  statement: Statement | null,
  keys: readonly KeyObject[],
): { readonly troubles: readonly Trouble[]; readonly signers: readonly string[] } {
  const trouble = (part: Trouble['part'], what: string) => ({ troubles: [{ part, what }], signers: [] })
  const own = statement?.predicate.touchstone_certified
  // Its own fingerprint tells whether it or its signature was changed.
  const changed = !statement || own?.fingerprint !== fingerprintOf(statement)
  if (opened.signatures.length === 0)
    return changed
      ? trouble('certificate', 'it was changed, and nobody signed it')
      : trouble('signature', 'there is none: anybody may have written this')
  const makers = opened.signatures.map((signature) => keys.find((key) => isSignedBy(opened, signature, key)))
  if (makers.every((key) => key !== undefined))
    return { troubles: [], signers: makers.flatMap((key) => (key ? [fingerprintOfKey(key)] : [])) }
  if (changed || !own) return trouble('certificate', 'it was changed')
  const given = keys.map(fingerprintOfKey)
  if (own.signer !== null && !given.includes(own.signer))
    return trouble('signature', `it was made with another key: ${own.signer}, and not ${given.join(' or ')}`)
  return trouble('signature', 'it was changed, or it was made with another key')
}

function reportTroubles({ subject }: Statement, given: readonly GivenReport[]): readonly Trouble[] {
  const digests = new Set(subject.map(({ digest }) => digest.sha256))
  return given
    .filter(({ sha256 }) => !digests.has(sha256))
    .map(({ name }) => ({ part: 'report', what: `${name} was changed, or is not the one that was certified` }))
}

/** What the certificate says that its own reports do not; only this version knows how this version reckoned. */
function claims(statement: Statement, files: readonly [ReportFile, ...ReportFile[]]): readonly Trouble[] {
  const { predicate } = statement
  const own = predicate.touchstone_certified
  const wrong = (what: string): readonly Trouble[] => [{ part: 'certificate', what }]
  try {
    const { certified, signer, target } = own
    const { url } = predicate
    const said = { certified, signer, name: target.name, ...(url === undefined ? {} : { url }) }
    const due = statementOf(files, said)
    const verdict = due.predicate.touchstone_certified.verdict
    if (verdict !== own.verdict) return wrong(`it says '${own.verdict}', and its report '${verdict}'`)
    return canonical(due) === canonical(statement) ? [] : wrong('it says other things than its report')
  } catch (error) {
    if (error instanceof Uncertifiable) return wrong(`its report can't be certified: ${error.message}`)
    throw error
  }
}

/**
 * Looks at every byte.
 * @param keys public keys; each signature must be of one of them
 * @param version of touchstone that verifies: what a certificate of the same version says is recomputed
 */
export function verifyCertificate(
  bytes: Uint8Array,
  keys: readonly KeyObject[],
  given: readonly GivenReport[],
  version: string,
): Verified {
  const nothing = { statement: null, signers: [], unseen: [] }
  const refused = (what: string): Verified => ({ ...nothing, troubles: [{ part: 'certificate', what }] })
  if (!isUtf8(bytes)) return refused('it was changed: it is no text')
  let opened: Opened
  try {
    opened = open(Buffer.from(bytes).toString())
  } catch (error) {
    if (error instanceof NotAnEnvelope) return refused(`it was changed, or is none: ${error.message}`)
    throw error
  }
  const statement = statementIn(opened)
  const { troubles, signers } = signatureTroubles(opened, statement, keys)
  if (opened.payloadType !== IN_TOTO || !statement)
    return {
      ...nothing,
      troubles: [...troubles, { part: 'certificate', what: 'it was changed, or is none of touchstone' }],
    }
  // What a changed certificate says of its reports tells nothing about them.
  const isChanged = troubles.some(({ part }) => part === 'certificate')
  const changed = isChanged ? [] : reportTroubles(statement, given)
  const seen = new Set(given.map(({ sha256 }) => sha256))
  const unseen = statement.subject.filter(({ digest }) => !seen.has(digest.sha256)).map(({ name }) => name)
  const files = inOrder(statement, given)
  const own = statement.predicate.touchstone_certified
  const whole = troubles.length + changed.length === 0 && files !== null && own.suite.version === version
  return { statement, signers, unseen, troubles: [...troubles, ...changed, ...(whole ? claims(statement, files) : [])] }
}

/** The reports as the certificate has them; null where one is missing. */
function inOrder({ subject }: Statement, given: readonly GivenReport[]): readonly [ReportFile, ...ReportFile[]] | null {
  const files = subject.flatMap(({ digest }) => {
    const found = given.find(({ sha256, report }) => report !== null && sha256 === digest.sha256)
    return found?.report ? [{ report: found.report, sha256: found.sha256 }] : []
  })
  const [first, ...rest] = files
  return first && files.length === subject.length ? [first, ...rest] : null
}
