/** `--ca`, `--cert`, `--key` and `--insecure`: how TLS is spoken with a target. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createSecureContext, type SecureContextOptions } from 'node:tls'
import type { Command } from 'commander'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import type { Tls } from '../../schemas/target.ts'

export interface TlsFlags {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly insecure?: boolean
}

export function addTlsOptions(command: Command): Command {
  return command
    .option('--ca <file>', 'trust the authorities in this PEM file instead of the usual ones')
    .option('--cert <file>', 'the client certificate, in PEM; needs --key')
    .option('--key <file>', 'the key of the client certificate, in PEM, without a passphrase')
    .option('--insecure', "don't check the target's certificate; the report says so")
}

function read(file: string, option: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new UsageError(`${option} ${file} can't be read: ${fileTrouble(error)}; name a file in PEM`)
  }
}

/** Whether TLS takes it. */
function tried(options: SecureContextOptions, what: string, remedy: string): void {
  try {
    createSecureContext(options)
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^.*?:\s*(?=\S+$)/, '') : String(error)
    throw new UsageError(`${what} can't be used for TLS (${why}); ${remedy}`)
  }
}

const CERTIFICATE = '-----BEGIN CERTIFICATE-----'

/**
 * How TLS is spoken; undefined where nothing was said of it.
 * @throws UsageError where a file can't be read or does not hold what it should
 */
export function readTls({ ca, cert, key, insecure }: TlsFlags): Tls | undefined {
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('--cert and --key go together: give the client certificate and its key')
  if (ca !== undefined && !read(ca, '--ca').includes(CERTIFICATE))
    throw new UsageError(`--ca ${ca} holds no certificate; name a file in PEM`)
  if (cert !== undefined && key !== undefined)
    tried(
      { cert: read(cert, '--cert'), key: read(key, '--key') },
      `--cert ${cert} with --key ${key}`,
      'give a certificate and its own key in PEM, the key without a passphrase',
    )
  if (ca === undefined && cert === undefined && !insecure) return undefined
  return {
    ...(ca === undefined ? {} : { ca: resolve(ca) }),
    ...(cert === undefined || key === undefined ? {} : { cert: resolve(cert), key: resolve(key) }),
    ...(insecure ? { insecure } : {}),
  }
}
