/** A test file of somebody who judges a server in their own vitest. */
import { describe, test } from 'vitest'
import { judge, serve } from 'touchstone'

const server = await serve({ faults: ['version/null'] })
const only = ['settings.getServiceVersion', 'admin.getUserByToken']
await judge({ target: server.target, only, fuzz: 0, out: 'own' }, { describe, test })
await server.close()
