/** Reads the command line, runs the command, and ends the process with the contract's exit code. */
import { call } from './call.ts'

/** Waits until what was printed has left the process. */
const flushed = (stream: NodeJS.WriteStream) => new Promise<void>((done) => stream.write('', () => done()))

// Whoever reads our output may stop reading, as `head` does; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit()
  throw error
})

const code = await call(process.argv.slice(2))
await Promise.all([flushed(process.stdout), flushed(process.stderr)])
process.exit(code)
