/** The same in Node's own test framework, on a server that keeps the specification. */
import { describe, test } from 'node:test'
import { judge, serve } from 'touchstone'

const server = await serve()
await judge({ target: server.target, only: ['settings.getServiceVersion'], fuzz: 0, out: 'own' }, { describe, test })
await server.close()
