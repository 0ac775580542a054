/**
 * What load is made of: journeys, each a sequence of operations around a record of its own, or reads as a console sends them. A read before and after
 * a deploy, a stop and a start shows whether they had an effect.
 */
import { databaseKinds, type RecordKind } from '../schemas/operation.ts'
import type { OperationId } from '../schemas/registry.ts'
import type { Scenario } from '../schemas/load.ts'

export interface Journey {
  readonly name: string
  /** The kind of record that its first operation makes and its last one deletes; null: none. */
  readonly kind: RecordKind | null
  readonly operations: readonly OperationId[]
}

const databases: readonly Journey[] = databaseKinds.map((kind) => ({
  name: kind,
  kind,
  operations: [
    `${kind}.create`,
    `${kind}.one`,
    `${kind}.deploy`,
    `${kind}.one`,
    `${kind}.stop`,
    `${kind}.one`,
    `${kind}.start`,
    `${kind}.one`,
    `${kind}.remove`,
  ],
}))

const deploying: readonly Journey[] = [
  {
    name: 'application',
    kind: 'application',
    operations: [
      'application.create',
      'application.one',
      'application.deploy',
      'application.one',
      'application.redeploy',
      'application.stop',
      'application.one',
      'application.start',
      'application.one',
      'application.delete',
    ],
  },
  {
    name: 'compose',
    kind: 'compose',
    operations: [
      'compose.create',
      'compose.one',
      'compose.deploy',
      'compose.one',
      'compose.redeploy',
      'compose.stop',
      'compose.one',
      'compose.delete',
    ],
  },
  {
    name: 'template',
    kind: 'compose',
    operations: ['compose.deployTemplate', 'compose.one', 'compose.delete'],
  },
  ...databases,
]

const cleaning: readonly Journey[] = [
  {
    name: 'host',
    kind: null,
    operations: [
      'settings.cleanUnusedImages',
      'settings.cleanUnusedVolumes',
      'settings.cleanStoppedContainers',
      'settings.cleanEngineBuilder',
      'settings.cleanEnginePrune',
      'settings.cleanMonitoring',
      'settings.cleanSSHPrivateKey',
      'settings.cleanAll',
    ],
  },
  {
    name: 'application-queues',
    kind: 'application',
    operations: ['application.create', 'application.cleanQueues', 'application.one', 'application.delete'],
  },
  {
    name: 'compose-queues',
    kind: 'compose',
    operations: ['compose.create', 'compose.cleanQueues', 'compose.one', 'compose.delete'],
  },
]

/** Pages of a console. */
const reading: readonly Journey[] = [
  {
    name: 'overview',
    kind: null,
    operations: [
      'settings.health',
      'settings.isCloud',
      'settings.getServiceVersion',
      'admin.one',
      'user.all',
      'registry.all',
    ],
  },
  {
    name: 'machines',
    kind: null,
    operations: ['engine.getContainers', 'cluster.getNodes', 'settings.getIp', 'settings.readDirectories'],
  },
  { name: 'templates', kind: null, operations: ['compose.templates', 'compose.getTags'] },
  {
    name: 'application-page',
    kind: 'application',
    operations: [
      'application.create',
      'application.one',
      'application.readProxyConfig',
      'application.one',
      'application.delete',
    ],
  },
  {
    name: 'compose-page',
    kind: 'compose',
    operations: [
      'compose.create',
      'compose.one',
      'compose.getDefaultCommand',
      'compose.loadServices',
      'compose.one',
      'compose.delete',
    ],
  },
]

/** How often each page is read for each time that another journey is run. */
const READS = 3

/** The journeys of a scenario, and how often each of them is run. */
export const journeysByScenario: Readonly<
  Record<Scenario, readonly { readonly journey: Journey; readonly times: number }[]>
> = {
  deploy: deploying.map((journey) => ({ journey, times: 1 })),
  cleanup: cleaning.map((journey) => ({ journey, times: 1 })),
  mixed: [
    ...reading.map((journey) => ({ journey, times: READS })),
    ...[...deploying, ...cleaning].map((journey) => ({ journey, times: 1 })),
  ],
}
