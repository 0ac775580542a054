import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { codeOf, fileTrouble, UsageError } from '../../fixtures/errors.ts'
import { commentedTarget } from '../options/commented-target.ts'

/** The file that is written where none is named. */
const FILE = 'touchstone.target.json'

/** As commands usually name it: the standard output. */
const OUTPUT = '-'

function init(file: string): void {
  if (file === OUTPUT) {
    process.stdout.write(commentedTarget())
    return
  }
  try {
    // Only where nothing is: a target file is somebody's work.
    writeFileSync(file, commentedTarget(), { flag: 'wx' })
  } catch (error) {
    throw new UsageError(
      codeOf(error) === 'EEXIST'
        ? `${file} is there already, and is left as it is; name another file`
        : `${file} can't be written: ${fileTrouble(error)}; name another file`,
    )
  }
  process.stdout.write(`wrote ${file}: fill in baseUrl, set TOUCHSTONE_TOKEN, then: touchstone run --target ${file}\n`)
}

export function initCommand(): Command {
  return new Command('init')
    .description('write a target file to fill in, with a comment on every key')
    .argument('[file]', 'the file to write; - writes to the standard output', FILE)
    .action(init)
}
