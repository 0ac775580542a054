/** Runs one command line in this process. */
import { CommanderError } from 'commander'
import { NoVerdict, UsageError } from '../fixtures/errors.ts'
import { program } from './program.ts'

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof UsageError || error instanceof NoVerdict) {
    process.stderr.write(`touchstone: ${error.message}\n`)
    return error instanceof UsageError ? 2 : 3
  }
  const failure = error instanceof Error ? error : new Error(String(error))
  const detail = process.env['TOUCHSTONE_DEBUG'] ? failure.stack : failure.message
  process.stderr.write(`touchstone: a defect of Touchstone's own (TOUCHSTONE_DEBUG=1 shows where): ${detail}\n`)
  return 3
}

/** Parses these words, runs the command that they name, and tells every error on stderr; resolves to the contract's exit code. */
export async function call(words: readonly string[]): Promise<number> {
  let code = 0
  try {
    const root = await program((exitCode) => (code = exitCode), words)
    await root.parseAsync(words, { from: 'user' })
    return code
  } catch (error) {
    return report(error)
  }
}
