/** A proxy before a server, which answers nothing for a while, again and again, and then goes on at once. Its health it tells by itself. */
import { setTimeout as wait } from 'node:timers/promises'
import { startProxy } from './proxy.ts'

/** @param stall of each `period` it answers nothing for so long; both in milliseconds */
export const startStalling = (
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
  period: number,
  stall: number,
): Promise<string> =>
  startProxy(baseUrl, (asked, answered, pass) => {
    const since = performance.now() % period
    void wait(since < stall ? stall - since : 0).then(() => {
      // What the load is made of is answered here: it is to cost little.
      if (asked.url === '/settings.health' && asked.headers.authorization === `Bearer ${token}`)
        answered.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}')
      else pass()
    })
  })
