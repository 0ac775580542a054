/** Reads the command line, runs the command, and ends the process with the contract's exit code. */
import { CommanderError } from 'commander'
import { NoVerdict, UsageError } from '../fixtures/errors.ts'
import { program } from './program.ts'

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof UsageError || error instanceof NoVerdict) {
    process.stderr.write(`touchstone: ${error.message}\n`)
    return error instanceof UsageError ? 2 : 3
  }
  const told = error instanceof Error ? error : new Error(String(error))
  const detail = process.env['TOUCHSTONE_DEBUG'] ? told.stack : told.message
  process.stderr.write(`touchstone: a defect of Touchstone's own (TOUCHSTONE_DEBUG=1 shows where): ${detail}\n`)
  return 3
}

/** Waits until what was printed has left the process. */
const flushed = (stream: NodeJS.WriteStream) => new Promise<void>((done) => stream.write('', () => done()))

// Whoever reads our output may stop reading, as `head` does; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})

let code = 0
try {
  const root = await program((exitCode) => (code = exitCode), process.argv.slice(2))
  await root.parseAsync()
} catch (error) {
  code = report(error)
}
await Promise.all([flushed(process.stdout), flushed(process.stderr)])
process.exit(code)
