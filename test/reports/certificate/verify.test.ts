import { describe, expect, test } from 'vitest'
import { seal, written } from '../../../reports/certificate/envelope.ts'
import { statementOf } from '../../../reports/certificate/statement.ts'
import { verifyCertificate } from '../../../reports/certificate/verify.ts'
import { canonical, sha256 } from '../../../schemas/digest.ts'
import type { Statement } from '../../../schemas/certificate.ts'
import type { Report } from '../../../schemas/report.ts'
import { bytesOf, fileOf, keys, resultsWith, said, stated, whole } from './samples.ts'

const told = whole()
const pair = keys()
const certificateOf = (statement: Statement, secret = pair.secret) =>
  Buffer.from(written(seal(Buffer.from(canonical(statement)), secret)))
const certificate = certificateOf(stated(told, { signer: pair.fingerprint }))
const given = (bytes: Buffer, report: Report | null = told) => ({ name: 'report.json', sha256: sha256(bytes), report })
const verify = (bytes: Buffer, reports = [given(bytesOf(told))], open = pair.open) =>
  verifyCertificate(bytes, [open], reports, told.touchstone)
const partsOf = (bytes: Buffer, reports?: ReturnType<typeof given>[]) =>
  verify(bytes, reports).troubles.map(({ part }) => part)

test.each(['ed25519', 'p256'] as const)('a certificate signed with %s holds, and is told by whom', (type) => {
  const { secret, open, fingerprint } = keys(type)
  const verified = verify(certificateOf(stated(told, { signer: fingerprint }), secret), undefined, open)
  expect(verified).toMatchObject({ troubles: [], signers: [fingerprint], unseen: [] })
  expect(verified.statement?.predicate.touchstone_certified.verdict).toBe('conforms')
})

/** The same places in every run of the test. */
function* places(count: number, length: number): Generator<readonly [at: number, xor: number]> {
  let state = 18
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0)
  for (let nth = 0; nth < count; nth++) yield [next() % length, 1 + (next() % 255)]
}

function changed(bytes: Buffer, at: number, xor: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ xor
  return copy
}

describe('a single changed byte', () => {
  test('of the certificate is found wherever it is: 500 at random, each byte before and after the payload, and the last of it', () => {
    const text = certificate.toString()
    const end = text.indexOf('","payloadType"')
    const fixed = [
      ...Array(20).keys(),
      ...Array.from({ length: certificate.length - end + 6 }, (_, at) => end - 6 + at),
    ]
    const all = [...places(500, certificate.length), ...fixed.map((at) => [at, 1] as const)]
    for (const [at, xor] of all) {
      const found = partsOf(changed(certificate, at, xor))
      expect(found, `byte ${at} xor ${xor}`).not.toEqual([])
      expect(found, `byte ${at} xor ${xor}`).not.toContain('report')
    }
  })

  test('of the report is found, and said to be of the report: 500 at random', () => {
    const bytes = bytesOf(told)
    for (const [at, xor] of places(500, bytes.length))
      expect(partsOf(certificate, [given(changed(bytes, at, xor))])).toEqual(['report'])
  })
})

test('tells a changed statement from a changed signature', () => {
  const envelope = JSON.parse(certificate.toString()) as { payload: string; signatures: { sig: string }[] }
  const rewritten = (statement: object) => {
    const payload = Buffer.from(canonical(statement)).toString('base64')
    return Buffer.from(`${JSON.stringify({ ...envelope, payload })}\n`)
  }
  const statement = stated(told, { signer: pair.fingerprint })
  const { predicate } = statement
  const better = {
    ...statement,
    predicate: { ...predicate, touchstone_certified: { ...predicate.touchstone_certified, requests: 11 } },
  }
  expect(partsOf(rewritten(better))).toEqual(['certificate'])
  const elsewhere = statement.subject.map((one) => ({ ...one, digest: { sha256: sha256(Buffer.from('another')) } }))
  expect(partsOf(rewritten({ ...statement, subject: elsewhere }))).toEqual(['certificate'])
  const sig = seal(Buffer.from('other'), pair.secret).signatures[0]?.sig ?? ''
  const forged = Buffer.from(`${JSON.stringify({ ...envelope, signatures: [{ keyid: '', sig }] })}\n`)
  expect(partsOf(forged)).toEqual(['signature'])
})

test('names the key that signed where another is given', () => {
  const { troubles } = verify(certificate, undefined, keys().open)
  expect(troubles).toEqual([{ part: 'signature', what: expect.stringContaining(pair.fingerprint) }])
})

test('a certificate that nobody signed does not hold', () => {
  const bytes = Buffer.from(written(seal(Buffer.from(canonical(stated(told))), null)))
  expect(verify(bytes).troubles).toEqual([{ part: 'signature', what: expect.stringContaining('there is none') }])
})

test('a second signature by a key that is not given is not passed over', () => {
  const other = keys()
  const payload = Buffer.from(canonical(stated(told, { signer: pair.fingerprint })))
  const both = seal(payload, pair.secret)
  const bytes = Buffer.from(
    written({ ...both, signatures: [...both.signatures, ...seal(payload, other.secret).signatures] }),
  )
  expect(partsOf(bytes)).toEqual(['signature'])
  expect(verifyCertificate(bytes, [pair.open, other.open], [], told.touchstone).troubles).toEqual([])
})

test('what is signed and is not what the report says does not hold', () => {
  const failed = whole(resultsWith({ 'user.all': 'fail' }))
  const honest = stated(failed, { signer: pair.fingerprint })
  const lie = stated(told, { signer: pair.fingerprint })
  const bytes = certificateOf({ ...lie, subject: honest.subject })
  const { troubles } = verify(bytes, [given(bytesOf(failed), failed)])
  expect(troubles).toEqual([{ part: 'certificate', what: "it says 'conforms', and its report 'does not conform'" }])
})

test.each([
  ['laid out anew', (text: string) => JSON.stringify(JSON.parse(text), null, 2)],
  ['that says more than is signed', (text: string) => text.replace('{', '{"note":"conforms",')],
  ['with a field twice', (text: string) => text.replace('{', '{"payloadType":"x",')],
  ['with a line end in its base64', (text: string) => text.replace(/(?<="payload":".{8})/, String.raw`\n`)],
  ['that is empty', () => ''],
  ['that is a report', () => bytesOf(told).toString()],
])('refuses a certificate %s', (_, change) => {
  expect(partsOf(Buffer.from(change(certificate.toString())))).toContain('certificate')
})

test('of shards, says which reports were not looked at', () => {
  const parts = [0, 1].map((half) =>
    whole(
      resultsWith().filter((_one, at) => at % 2 === half),
      { run: `abcdefg${half}`, options: { fuzz: 25, shard: { index: half + 1, count: 2 } } },
    ),
  )
  const [one, two] = parts
  if (!one || !two) throw new Error('there are two shards')
  const bytes = certificateOf(statementOf([fileOf(one), fileOf(two)], { ...said, signer: pair.fingerprint }))
  expect(verify(bytes, [given(bytesOf(two), two)])).toMatchObject({ troubles: [], unseen: ['report of run abcdefg0'] })
  expect(verify(bytes, [given(bytesOf(two), two), given(bytesOf(one), one)])).toMatchObject({
    troubles: [],
    unseen: [],
  })
})
