/** A proxy before a server, which answers nothing for a while, again and again, and then goes on at once. Its health it tells by itself. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** @param stall of each `period` it answers nothing for so long; both in milliseconds */
export async function startStalling(
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
  period: number,
  stall: number,
): Promise<string> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (asked, answered) => {
    const since = performance.now() % period
    void wait(since < stall ? stall - since : 0).then(() => {
      // What the load is made of is answered here: it is to cost little.
      if (asked.url === '/settings.health' && asked.headers.authorization === `Bearer ${token}`) {
        answered.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}')
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
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1000, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
