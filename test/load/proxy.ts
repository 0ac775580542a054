/** A proxy before a server, which may keep requests back, answer them itself, or let go of them. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

type Handler = (asked: IncomingMessage, answered: ServerResponse, pass: () => void) => void

/**
 * @param handle gets each request; `pass` hands it on to the server
 * @returns the proxy's address
 */
export async function startProxy(baseUrl: string, handle: Handler): Promise<string> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (asked, answered) => {
    handle(asked, answered, () => {
      const onward = request(new URL(asked.url ?? '/', baseUrl), { method: asked.method, headers: asked.headers })
      onward.on('error', () => answered.destroy())
      onward.on('response', (response) => {
        answered.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answered)
      })
      asked.pipe(onward)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1000, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
