/** The keys of certificates, as files. */
import type { KeyObject } from 'node:crypto'
import { UsageError } from '../../fixtures/errors.ts'
import { NoKey, privateKey, publicKey } from '../../reports/certificate/keys.ts'
import { readBytes } from './read-report.ts'

function readKey(file: string, ask: string, read: (pem: string, passphrase?: string) => KeyObject): KeyObject {
  const pem = readBytes(file, ask).toString()
  try {
    return read(pem, process.env['TOUCHSTONE_KEY_PASSPHRASE'])
  } catch (error) {
    if (error instanceof NoKey) throw new UsageError(`--key ${file}: ${error.message}`)
    throw error
  }
}

/** @throws UsageError where it is no private key that can sign */
export const readPrivateKey = (file: string): KeyObject =>
  readKey(file, 'give the private key; touchstone keygen makes one', privateKey)

/** @throws UsageError where there is no public key in it */
export const readPublicKey = (file: string): KeyObject =>
  readKey(file, 'give the public key of whoever signed', publicKey)
