/** The keys that sign certificates: Ed25519, or ECDSA on the curve P-256, as PEM. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  type PrivateKeyInput,
} from 'node:crypto'

export const keyTypes = ['ed25519', 'p256'] as const
export type KeyType = (typeof keyTypes)[number]

/** A text that holds no key that can be used; the message says why. */
export class NoKey extends Error {
  override readonly name = 'NoKey'
}

function checked(key: KeyObject): KeyObject {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  if (type === 'ed25519' || (type === 'ec' && details?.namedCurve === 'prime256v1')) return key
  const what = details?.namedCurve ?? type ?? 'of no known type'
  throw new NoKey(`it is a key of another type (${what}); use Ed25519 or ECDSA P-256, such as touchstone keygen makes`)
}

/**
 * @param passphrase of a key that is encrypted
 * @throws NoKey
 */
export function privateKey(pem: string, passphrase?: string): KeyObject {
  if (/PUBLIC KEY|BEGIN CERTIFICATE/.test(pem))
    throw new NoKey('it is a public key, which can only verify; give the private key that belongs to it')
  const input: PrivateKeyInput = { key: pem, ...(passphrase === undefined ? {} : { passphrase }) }
  let key: KeyObject
  try {
    key = createPrivateKey(input)
  } catch {
    const encrypted = /ENCRYPTED/.test(pem)
    throw new NoKey(
      encrypted
        ? 'it is encrypted, and TOUCHSTONE_KEY_PASSPHRASE does not open it'
        : 'it holds no private key in PEM (a block that begins with -----BEGIN PRIVATE KEY-----)',
    )
  }
  return checked(key)
}

/**
 * The public key in this PEM, or the one that belongs to the private key in it, or the one of an X.509 certificate.
 * @throws NoKey
 */
export function publicKey(pem: string, passphrase?: string): KeyObject {
  if (/PRIVATE KEY/.test(pem)) return createPublicKey(privateKey(pem, passphrase))
  let key: KeyObject
  try {
    key = createPublicKey(pem)
  } catch {
    throw new NoKey('it holds no public key in PEM (a block that begins with -----BEGIN PUBLIC KEY-----)')
  }
  return checked(key)
}

/** How a key is named: SHA-256 of its public half in DER (SPKI), as `ssh-keygen -l` writes fingerprints. */
export function fingerprintOfKey(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key
  const hash = createHash('sha256')
    .update(half.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  return `SHA256:${hash.replace(/=+$/, '')}`
}

export interface KeyPair {
  /** PKCS #8 in PEM. */
  readonly privatePem: string
  /** SPKI in PEM. */
  readonly publicPem: string
  readonly fingerprint: string
}

export function makeKeys(type: KeyType): KeyPair {
  const { privateKey: secret, publicKey: open } =
    type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    privatePem: secret.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: open.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: fingerprintOfKey(open),
  }
}
