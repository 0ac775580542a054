/**
 * Each operation's effect, by the rules of the contract: what a run may send unasked hangs on it. The rules say once more what
 * the registry says, so that a slip of the pen in one line does not let a run change a host.
 */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Effect } from '../../schemas/operation.ts'
import { isRecordKind, operations, type Operation } from '../../schemas/registry.ts'

/** The contract's words for what can't be put back. */
const destructive = [
  'settings.clean*',
  'settings.reload*',
  'updateServer',
  'checkAndUpdateImage',
  'assignDomainServer',
  'toggleDashboard',
  'updateEngineCleanup',
  'saveSSHPrivateKey',
  'createUserInvitation',
  'removeUser',
  'removeWorker',
  'restartContainer',
  'addWorker',
  'addManager',
]
/** Its words for what starts, stops, builds or pulls. */
const deploy = ['start', 'stop', 'deploy', 'redeploy', 'reload', 'rebuild', 'deployTemplate']

const fits = ({ id, name }: Operation) => {
  return (word: string) => (word.endsWith('*') ? id.startsWith(word.slice(0, -1)) : name === word)
}

function effectOf(operation: Operation): Effect {
  if (destructive.some(fits(operation))) return 'destructive'
  if (operation.method === 'GET') return 'read'
  if (isRecordKind(operation.act.kind)) return deploy.some(fits(operation)) ? 'deploy' : 'resource'
  // It tries credentials that it is given, which the run points at loopback.
  return operation.name === 'testRegistry' ? 'resource' : 'host'
}

const contract = new URL('../../../shared/CONTRACT.md', import.meta.url)

describe('the effect of an operation', () => {
  it.each(operations.map((one) => [one.id, one] as const))('of %s is as the contract says', (_, operation) => {
    expect(operation.effect).toBe(effectOf(operation))
  })

  it.skipIf(!existsSync(contract))('is told by rules in the very words of the contract', () => {
    const rows = readFileSync(contract, 'utf8').split('\n')
    const row = (effect: Effect) => rows.find((line) => line.startsWith(`| \`${effect}\` |`)) ?? ''
    expect(destructive.filter((word) => !row('destructive').includes(word))).toEqual([])
    expect(deploy.filter((word) => !row('deploy').includes(word))).toEqual([])
  })

  it('is one that asks for permission wherever a write is about what the run can not make', () => {
    const unasked = operations.filter(
      ({ method, act, effect }) => method === 'POST' && !isRecordKind(act.kind) && effect === 'resource',
    )
    expect(unasked.map(({ id }) => id)).toEqual(['registry.testRegistry'])
  })
})
