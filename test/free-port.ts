/** A port that a test may take later: free now, and none that the system hands out by itself. */
import { createServer } from 'node:net'

/** Below the ports that Linux, macOS and Windows give to whoever asks for any. */
const first = 20_000
const count = 12_000

/**
 * Servers on port 0 and outgoing connections get ports above this range, so neither takes this one in the meantime.
 * @returns a port of 127.0.0.1 that nothing listens on
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * count)
    const free = await new Promise<boolean>((resolve) => {
      const server = createServer()
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (free) return port
  }
}
