import { basename } from 'node:path'
import { Command } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { certificateLines } from '../../reports/certificate/in-words.ts'
import { verifyCertificate } from '../../reports/certificate/verify.ts'
import { sha256 } from '../../schemas/digest.ts'
import { readPublicKey } from '../steps/keys.ts'
import { readBytes, reportIn } from '../steps/read-report.ts'
import { say } from '../terminal/say.ts'
import { version } from '../version.ts'

interface Flags {
  readonly key?: readonly string[]
  readonly report?: readonly string[]
}

/** Says whether it holds; the exit code says it too. */
function verify(file: string, { key: keyFiles = [], report: reportFiles = [] }: Flags): number {
  const bytes = readBytes(file, 'give the certificate.json that touchstone certify wrote')
  if (keyFiles.length === 0)
    throw new UsageError('verify needs --key: the public key of whoever signed, from a place that you trust')
  const keys = keyFiles.map(readPublicKey)
  const given = reportFiles.map((name) => {
    const read = readBytes(name, 'give the report.json that was certified')
    return { name: basename(name), sha256: sha256(read), report: reportIn(read) }
  })
  const { statement, signers, troubles, unseen } = verifyCertificate(bytes, keys, given, version())
  if (troubles.length > 0) {
    say(`${file} does not hold.`)
    for (const { part, what } of troubles) say(`  ${part}: ${what}`)
    return 1
  }
  say(`${file} holds: signed by ${signers.join(' and ')}.`)
  for (const line of statement ? certificateLines(statement) : []) say(line)
  if (reportFiles.length === 0) say('The report was not looked at; give it with --report.')
  else if (unseen.length > 0) say(`Not looked at, for they were not given: ${unseen.join(', ')}.`)
  else say(`The report is the one that was certified.`)
  return 0
}

export function verifyCommand(end: (exitCode: number) => void): Command {
  return new Command('verify')
    .description('check whether a certificate holds; exits with 1 if it does not')
    .argument('<certificate>', 'the certificate.json')
    .option('--key <file...>', 'the public keys of all signers, in PEM')
    .option('--report <file...>', 'the certified report.json, or those of all shards')
    .action((file: string, flags: Flags) => end(verify(file, flags)))
}
