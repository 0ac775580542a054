/** DSSE, the envelope around a signed text: https://github.com/secure-systems-lab/dsse, version 1. */
import { sign, verify, type KeyObject } from 'node:crypto'
import * as z from 'zod'

/** The type of an in-toto statement, as in-toto's envelopes name it. */
export const IN_TOTO = 'application/vnd.in-toto+json'

/** No field that is not signed: it would seem to be said by whoever signs. */
const envelope = z.strictObject({
  payload: z.string(),
  payloadType: z.string(),
  /** `keyid` is a hint that nothing signs, and so nothing here rests on it. */
  signatures: z.array(z.strictObject({ keyid: z.string().optional(), sig: z.string() })),
})
export type Envelope = z.infer<typeof envelope>

/** An envelope that is none; the message says why. */
export class NotAnEnvelope extends Error {
  override readonly name = 'NotAnEnvelope'
}

/** The bytes that are signed: the type and the payload, each after its length. */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `
  return Buffer.concat([Buffer.from(head), payload])
}

/** Ed25519 hashes for itself; P-256 is signed over SHA-256. */
const hashOf = ({ asymmetricKeyType: type }: KeyObject): string | null => (type === 'ed25519' ? null : 'sha256')

/** @param key the private key; null leaves it unsigned */
export function seal(payload: Uint8Array, key: KeyObject | null): Envelope {
  const signatures = key
    ? // Most verifiers skip a signature whose keyid is not in their own form; without one they try their key.
      [{ keyid: '', sig: sign(hashOf(key), preAuthEncoding(IN_TOTO, payload), key).toString('base64') }]
    : []
  return { payload: Buffer.from(payload).toString('base64'), payloadType: IN_TOTO, signatures }
}

/** The one text of an envelope that is taken. */
export const written = (one: Envelope): string => `${JSON.stringify(one)}\n`

/** Base64 as everybody writes it: other letters that decode to the same bytes were put there by somebody. */
function decoded(name: string, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw new NotAnEnvelope(`its ${name} is not base64 as it is written`)
  return bytes
}

export interface Opened {
  readonly payload: Buffer
  readonly payloadType: string
  readonly signatures: readonly Buffer[]
}

/**
 * Reads an envelope strictly: JSON without white space but a line end, no field twice, none that is unknown.
 * @throws NotAnEnvelope where it is anything else
 */
export function open(text: string): Opened {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new NotAnEnvelope('it is no JSON')
  }
  if (JSON.stringify(value) !== text.replace(/\n$/, ''))
    throw new NotAnEnvelope(
      'it is not written as a signed envelope is: its layout was changed, or a field stands in it twice',
    )
  const read = envelope.safeParse(value)
  if (!read.success) throw new NotAnEnvelope('it is no DSSE envelope: a field is missing, unknown or of another type')
  const { payload, payloadType, signatures } = read.data
  return {
    payload: decoded('payload', payload),
    payloadType,
    signatures: signatures.map(({ sig }, index) => decoded(`signature ${index + 1}`, sig)),
  }
}

/** Whether this public key made this signature of what is in the envelope. */
export function isSignedBy({ payload, payloadType }: Opened, signature: Uint8Array, key: KeyObject): boolean {
  return verify(hashOf(key), preAuthEncoding(payloadType, payload), key, signature)
}
