/** Each operation's effect, written out: what a run may send without asking hangs on it. */
import { describe, expect, it } from 'vitest'
import { databaseKinds, type Effect } from '../../schemas/operation.ts'
import { operations, type OperationId } from '../../schemas/registry.ts'

const resource: readonly OperationId[] = [
  'application.create',
  'application.delete',
  'application.saveEnvironment',
  'application.saveBuildType',
  'application.saveAlphaProvider',
  'application.saveBetaProvider',
  'application.saveGammaProvider',
  'application.saveImageProvider',
  'application.saveGitProdiver',
  'application.markRunning',
  'application.update',
  'application.refreshToken',
  'application.cleanQueues',
  'application.updateProxyConfig',
  'compose.create',
  'compose.update',
  'compose.delete',
  'compose.cleanQueues',
  'compose.fetchSourceType',
  'compose.randomizeCompose',
  'compose.refreshToken',
  ...databaseKinds.flatMap((kind): OperationId[] => [
    `${kind}.create`,
    `${kind}.saveExternalPort`,
    `${kind}.changeStatus`,
    `${kind}.remove`,
    `${kind}.saveEnvironment`,
    `${kind}.update`,
  ]),
  'colstore.move',
  'colstore.changePassword',
  'registry.create',
  'registry.remove',
  'registry.update',
  'registry.testRegistry',
  'port.create',
  'port.delete',
  'port.update',
  'mounts.create',
  'mounts.remove',
  'mounts.update',
]

const deploy: readonly OperationId[] = [
  'application.reload',
  'application.stop',
  'application.start',
  'application.redeploy',
  'application.deploy',
  'compose.deploy',
  'compose.redeploy',
  'compose.stop',
  'compose.deployTemplate',
  ...databaseKinds.flatMap((kind): OperationId[] => [
    `${kind}.start`,
    `${kind}.stop`,
    `${kind}.deploy`,
    `${kind}.reload`,
  ]),
  'colstore.rebuild',
]

const host: readonly OperationId[] = [
  'settings.updateProxyConfig',
  'settings.updateWebServerProxyConfig',
  'settings.updateMiddlewareProxyConfig',
  'settings.updateProxyFile',
  'settings.writeProxyEnv',
  'settings.toggleLogRotate',
  'settings.toggleRequests',
  'admin.assignPermissions',
]

const destructive: readonly OperationId[] = [
  'settings.reloadServer',
  'settings.reloadProxy',
  'settings.toggleDashboard',
  'settings.cleanUnusedImages',
  'settings.cleanUnusedVolumes',
  'settings.cleanStoppedContainers',
  'settings.cleanEngineBuilder',
  'settings.cleanEnginePrune',
  'settings.cleanAll',
  'settings.cleanMonitoring',
  'settings.saveSSHPrivateKey',
  'settings.assignDomainServer',
  'settings.cleanSSHPrivateKey',
  'settings.updateEngineCleanup',
  'settings.checkAndUpdateImage',
  'settings.updateServer',
  'admin.createUserInvitation',
  'admin.removeUser',
  'engine.restartContainer',
  'cluster.removeWorker',
  'cluster.addWorker',
  'cluster.addManager',
]

/** Every GET but the two that add a node. */
const read = operations
  .filter(({ id, method }) => method === 'GET' && id !== 'cluster.addWorker' && id !== 'cluster.addManager')
  .map(({ id }) => id)

const expected: Readonly<Record<Effect, readonly OperationId[]>> = { read, resource, deploy, host, destructive }

describe('effects', () => {
  it.each(Object.entries(expected))('%s is the effect of just these operations', (effect, ids) => {
    const found = operations.filter((operation) => operation.effect === effect).map(({ id }) => id)
    expect(found.toSorted()).toEqual(ids.toSorted())
  })

  it('are given to every operation once', () => {
    expect(Object.values(expected).flat().toSorted()).toEqual(operations.map(({ id }) => id).toSorted())
  })
})
