import { connect } from 'node:net'

/** Writes bytes to a server's socket; all that it answers until the connection ends. */
export function sendRaw(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(Number(port), hostname)
  let heard = ''
  socket.on('data', (part) => (heard += String(part)))
  socket.on('error', () => resolve(heard)).on('close', () => resolve(heard))
  socket.write(bytes)
  return promise
}
