import { existsSync, writeFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import { keyTypes, makeKeys, type KeyType } from '../../reports/certificate/keys.ts'
import { say } from '../terminal/say.ts'

interface Flags {
  readonly type: KeyType
  readonly out: string
}

/** Makes a file that is not there yet. */
function make(file: string, text: string, mode: number): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode })
  } catch (error) {
    throw new UsageError(`${file} can't be made: ${fileTrouble(error)}; name another place with --out`)
  }
}

function keygen({ type, out }: Flags): void {
  const [secret, open] = [`${out}.key`, `${out}.pub`]
  // Neither is made where the other can't be: halves of two pairs would be taken for one.
  for (const file of [secret, open])
    if (existsSync(file))
      throw new UsageError(`${file} is there already, and a key is never overwritten; name another place with --out`)
  const { privatePem, publicPem, fingerprint } = makeKeys(type)
  make(secret, privatePem, 0o600)
  make(open, publicPem, 0o644)
  say(`${secret} signs (touchstone certify --key); keep it to yourself`)
  say(`${open} verifies (touchstone verify --key); hand it out`)
  say(`the key is ${fingerprint}`)
}

export function keygenCommand(): Command {
  return new Command('keygen')
    .description('make a pair of keys that sign and verify certificates')
    .addOption(new Option('--type <type>', 'the kind of key').choices(keyTypes).default('ed25519'))
    .option('--out <path>', 'the path of both files, without .key and .pub', 'touchstone')
    .action((flags: Flags) => keygen(flags))
}
