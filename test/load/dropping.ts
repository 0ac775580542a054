/** A proxy before a server, which lets go of every so many-th connection instead of answering, once it has answered so many. */
import { createServer, request } from 'node:http'
import { onTestFinished } from 'vitest'

export async function startDropping(baseUrl: string, every: number, after: number): Promise<string> {
  let count = 0
  const server = createServer({ keepAliveTimeout: 60_000 }, (asked, answered) => {
    if (++count > after && count % every === 0) {
      asked.socket.destroy()
      return
    }
    const onward = request(new URL(asked.url ?? '/', baseUrl), { method: asked.method, headers: asked.headers })
    onward.on('error', () => answered.destroy())
    onward.on('response', (response) => {
      answered.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answered)
    })
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
