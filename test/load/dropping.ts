/** A proxy before a server, which lets go of every so many-th connection instead of answering, once it has answered so many. */
import { startProxy } from './proxy.ts'

export function startDropping(baseUrl: string, every: number, after: number): Promise<string> {
  let count = 0
  return startProxy(baseUrl, (asked, _answered, pass) => {
    if (++count > after && count % every === 0) asked.socket.destroy()
    else pass()
  })
}
