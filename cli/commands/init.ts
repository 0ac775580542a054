import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { UsageError } from '../../fixtures/errors.ts'
import { commentedTarget } from '../commented-target.ts'

/** The file that is written where none is named. */
const FILE = 'touchstone.target.json'

function init(file: string): void {
  try {
    // Only where nothing is: a target file is somebody's work.
    writeFileSync(file, commentedTarget(), { flag: 'wx' })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new UsageError(
      code === 'EEXIST'
        ? `${file} is there already, and is left as it is; name another file`
        : `${file} can't be written (${code}); name another file`,
    )
  }
  process.stdout.write(`wrote ${file}: fill in baseUrl, set TOUCHSTONE_TOKEN, then: touchstone run --target ${file}\n`)
}

export function initCommand(): Command {
  return new Command('init')
    .description('write a commented target file, to be filled in')
    .argument('[file]', 'where to', FILE)
    .action(init)
}
