import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { Command } from 'commander'
import { fileTrouble, UsageError } from '../../fixtures/errors.ts'
import { certificateForms } from '../../reports/certificate/forms.ts'
import { fingerprintOfKey } from '../../reports/certificate/keys.ts'
import { statementOf } from '../../reports/certificate/statement.ts'
import { certificateLines } from '../../reports/certificate/in-words.ts'
import { Uncertifiable } from '../../reports/certificate/whole.ts'
import type { Statement } from '../../schemas/certificate.ts'
import { tallyMerged } from '../../suites/run/merge-votes.ts'
import { readPrivateKey } from '../steps/keys.ts'
import { readReport } from '../steps/read-report.ts'
import { say } from '../terminal/say.ts'

interface Flags {
  readonly report: readonly string[]
  readonly key?: string
  readonly name?: string
  readonly url?: string
  readonly out?: string
}

const ASK = 'give the report.json of a run, or of each of its shards'

function stated(flags: Flags, signer: string | null): Statement {
  const [first, ...rest] = flags.report.map((file) => readReport(file, ASK))
  if (!first) throw new UsageError(`certify needs a report; ${ASK}`)
  const { name, url } = flags
  const said = { certified: new Date().toISOString(), signer, ...(name ? { name } : {}), ...(url ? { url } : {}) }
  try {
    return statementOf([first, ...rest], said, tallyMerged)
  } catch (error) {
    if (error instanceof Uncertifiable) throw new UsageError(`There is nothing to certify: ${error.message}.`)
    throw error
  }
}

function certify(flags: Flags): void {
  if (flags.url !== undefined && !URL.canParse(flags.url))
    throw new UsageError(`--url takes an address such as https://ci.example/run/1, and '${flags.url}' is none`)
  const key = flags.key === undefined ? null : readPrivateKey(flags.key)
  const statement = stated(flags, key && fingerprintOfKey(key))
  // Beside the report, unless it is to go elsewhere.
  const folder = resolve(flags.out ?? dirname(flags.report[0] ?? '.'))
  const files = certificateForms(statement, key)
  try {
    mkdirSync(folder, { recursive: true })
    for (const [name, text] of files) writeFileSync(join(folder, name), text)
  } catch (error) {
    throw new UsageError(
      `the certificate can't be written to ${folder}: ${fileTrouble(error)}; name a folder with --out`,
    )
  }
  for (const line of certificateLines(statement)) say(line)
  say('')
  for (const [name] of files) say(`wrote ${relative('.', join(folder, name))}`)
  if (!key) say('Nobody signed it, so it convinces nobody: give --key (touchstone keygen makes one).')
}

export function certifyCommand(): Command {
  return new Command('certify')
    .description('write a certificate of a run, signed if you give a key')
    .requiredOption('--report <file...>', 'the report.json of the run, or of each of its shards')
    .option('--key <file>', 'the private key that signs, in PEM: Ed25519 or ECDSA P-256')
    .option('--name <text>', 'a name for the target, instead of its address')
    .option('--url <url>', 'the address of a page about the run')
    .option('--out <dir>', 'the folder for certificate.json, .html and .svg (default: beside the report)')
    .action((flags: Flags) => certify(flags))
}
