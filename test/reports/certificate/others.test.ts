/** Our envelopes in the hands of others, and theirs in ours. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleFromJSON } from '@sigstore/bundle'
import { toSignedEntity, Verifier } from '@sigstore/verify'
import { beforeAll, describe, expect, test } from 'vitest'
import { IN_TOTO, isSignedBy, open, preAuthEncoding, seal, written } from '../../../reports/certificate/envelope.ts'
import { verifyCertificate } from '../../../reports/certificate/verify.ts'
import { canonical } from '../../../schemas/digest.ts'
import { emptyFolder } from '../../folder.ts'
import { required } from '../../require.ts'
import { keys, stated, whole } from './samples.ts'

const types = ['ed25519', 'p256'] as const
const payload = Buffer.from(canonical(stated(whole())))

test('the bytes that are signed are those of the example in the specification of DSSE', () => {
  const type = 'http://example.com/HelloWorld'
  expect(preAuthEncoding(type, Buffer.from('hello world')).toString()).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  )
})

describe.each(types)('sigstore, with %s', (type) => {
  const { secret, open: half } = keys(type)
  const check = (envelope: ReturnType<typeof seal>) => {
    const bundle = bundleFromJSON({
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: { publicKey: { hint: '' }, tlogEntries: [] },
      dsseEnvelope: envelope,
    })
    const none = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] }
    const material = { ...none, publicKey: () => ({ publicKey: half, validFor: () => true }) }
    const limits = { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 }
    return new Verifier(material, limits).verify(toSignedEntity(bundle))
  }

  test('takes our envelope', () => {
    expect(check(seal(payload, secret)).key).toBe(half)
  })

  test('refuses it where a byte of it is another', () => {
    const other = Buffer.from(payload)
    other[100] = (other[100] ?? 0) ^ 1
    expect(() => check({ ...seal(payload, secret), payload: other.toString('base64') })).toThrow(/signature/)
  })
})

const source = fileURLToPath(new URL('./dsse-go', import.meta.url))
const binary = join(emptyFolder(), 'dsse')

/** Why it can't be built here; null: it is. */
function unbuilt(): string | null {
  const { status, error, stderr } = spawnSync('go', ['build', '-o', binary, '.'], { cwd: source, encoding: 'utf8' })
  if (error) return 'Go is not installed'
  return status === 0 ? null : `Go could not build the verifier: ${stderr.slice(0, 300)}`
}

describe('the Go library of the authors of DSSE', () => {
  let why: string | null = null
  beforeAll(() => {
    why = unbuilt()
  }, 300_000)

  const go = (args: readonly string[], input: Buffer | string) => spawnSync(binary, args, { input, encoding: 'utf8' })
  const fileWith = (pem: string) => {
    const file = join(emptyFolder(), 'key.pem')
    writeFileSync(file, pem)
    return file
  }

  for (const type of types)
    test(`verifies ours and is verified by us, with ${type}`, ({ skip }) => {
      if (why !== null && !required('go')) skip(why)
      expect(why).toBeNull()
      const { secret, open: half, privatePem, publicPem } = keys(type)
      const ours = go(['verify', fileWith(publicPem)], written(seal(payload, secret)))
      expect(ours.stderr).toBe('')
      expect(ours.stdout).toBe(payload.toString())
      expect(go(['verify', fileWith(keys(type).publicPem)], written(seal(payload, secret))).status).toBe(1)

      const theirs = go(['sign', fileWith(privatePem), IN_TOTO], payload)
      expect(theirs.stderr).toBe('')
      const opened = open(theirs.stdout)
      expect(opened.signatures.map((signature) => isSignedBy(opened, signature, half))).toEqual([true])
      expect(verifyCertificate(Buffer.from(theirs.stdout), [half], [], '0.1.0')).toMatchObject({ troubles: [] })
      expect(verifyCertificate(Buffer.from(theirs.stdout), [keys(type).open], [], '0.1.0').troubles).toHaveLength(1)
    })
})
