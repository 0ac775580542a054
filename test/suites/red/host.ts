/** Settings, users, containers, nodes, and what the service says of itself. */
import { openApi } from '../../../schemas/derive/openapi.ts'
import type { Probe } from '../../../suites/evidence/probes/probe.ts'
import type { NamedStack } from '../../../suites/evidence/template-named.ts'
import type { Given } from '../given.ts'
import { around, writtenField, census, drift, failure, success, type Pair } from './pair.ts'

const probe = (ask: Probe['ask'], of: string, body: unknown): Probe => ({ ask, of, exchange: success(body) })

const user = (n: number, authId = `auth-${n}`) => ({ userId: `user-${n}`, authId })
const container = (n: number) => ({ containerId: `container-${n}`, name: `app-${n}.1`, appName: `app-${n}` })
const node = (n: number) => ({ nodeId: `node-${n}` })
const containers = [container(1), container(2)]
/** Two containers, of which the first was told to restart, and how often each has. */
const restarts = (before: readonly number[], after: readonly number[]): Given => {
  const list = (ask: Probe['ask'], counts: readonly number[]) =>
    probe(
      ask,
      '',
      counts.map((count, at) => ({ ...container(at + 1), restarts: count })),
    )
  const control = success(true, { asked: { body: { containerId: 'container-1' } } })
  return { control, probes: [list('list-before', before), list('list', after)] }
}

/** Stacks of two templates, called by these. */
const stacks = (first: string | null, second: string | null): NamedStack[] => [
  { of: 'notes', named: first, exchanges: [success()] },
  { of: 'whoami', named: second, exchanges: [success()] },
]

const flag = (written: boolean, shown: boolean, under?: string) =>
  writtenField({ field: 'canAccessToAPI', type: 'boolean', written, shown, ...(under === undefined ? {} : { under }) })
const assigned = (...all: ReturnType<typeof flag>[]) => census({ writtenFields: [...all, ...lists] })
/** Both lists, as they were assigned. */
const lists = ['accesedProjects', 'accesedServices'].map((field) =>
  writtenField({ field, type: 'string[]', written: ['a'], shown: ['a'] }),
)

/** Removing the first of two, and what is listed afterwards. */
const removing = (field: string, id: string, before: readonly object[], after: readonly object[]): Pair['good'] => ({
  control: success(true, { asked: { query: {}, body: { [field]: id } } }),
  probes: [probe('list-before', '', before), probe('list', '', after)],
})

/** What was asked for with an invitation. */
const invited = { asked: { query: {}, body: { email: 'one@example.com' } } }

const refusal: Given = { attempts: [['no-header', failure(401)]] }

export const hostPairs: Readonly<Record<string, Pair>> = {
  'settings/shown': {
    operation: 'settings.writeProxyEnv',
    good: census({ writtenFields: [writtenField({ field: 'env', written: 'A=1', shown: 'A=1' })] }),
    bad: census({ writtenFields: [writtenField({ field: 'env', written: 'A=1', shown: 'B=2', before: 'B=2' })] }),
  },
  'settings/others': {
    operation: 'settings.writeProxyEnv',
    good: census({ writtenFields: [writtenField({ field: 'env', written: 'A=1', shown: 'A=1' })] }),
    bad: census({ others: [drift] }),
  },
  'actions/records': {
    operation: 'settings.cleanAll',
    good: { hostCensus: around() },
    bad: { hostCensus: around({ records: [drift] }) },
  },
  'actions/settings': {
    operation: 'settings.reloadProxy',
    good: { hostCensus: around() },
    bad: { hostCensus: around({ settings: [drift] }) },
  },
  'settings/read': {
    operation: 'settings.writeProxyEnv',
    good: { settingWithout: null },
    bad: {
      settingWithout: {
        field: 'env',
        refused: failure(400, 'BAD_REQUEST', 'env is missing'),
        without: failure(400, 'BAD_REQUEST', 'env is missing'),
        renamed: null,
      },
    },
  },
  'people/agree': {
    operation: 'user.byUserId',
    good: { probes: [probe('list', '', [user(1), user(2)]), probe('one', 'user-1', user(1))] },
    bad: { probes: [probe('list', '', [user(1), user(2)]), probe('one', 'user-1', user(1, 'auth-2'))] },
  },
  'reads/something': {
    operation: 'admin.one',
    good: { control: success({ data: user(1) }) },
    bad: { control: success({ data: null }) },
  },
  'people/permissions': {
    operation: 'admin.assignPermissions',
    good: assigned(flag(true, true), flag(false, false)),
    bad: assigned(flag(true, true), flag(false, true)),
  },
  'people/others': {
    operation: 'admin.assignPermissions',
    good: census(),
    bad: census({ others: [drift] }),
  },
  'people/spelling': {
    operation: 'admin.assignPermissions',
    good: assigned(flag(true, true), flag(false, false)),
    bad: assigned(flag(true, true, 'canAccessToApi'), flag(false, false, 'canAccessToApi')),
  },
  'people/typed': {
    operation: 'user.byUserId',
    good: { control: success({ canAccessToAPI: true, accesedProjects: [] }) },
    bad: { control: success({ canAccessToAPI: true, accesedProjects: 'a,b' }) },
  },
  'people/invitation': {
    operation: 'admin.getUserByToken',
    good: {
      control: success({ email: 'a@example.com' }),
      probes: [probe('one', 'a@example.com', { email: 'a@example.com' })],
    },
    bad: {
      control: success({ email: 'a@example.com' }),
      probes: [
        probe('one', 'a@example.com', { email: 'a@example.com' }),
        probe('unknown', 'nobody', { email: 'a@example.com' }),
      ],
    },
  },
  'people/removed': {
    operation: 'admin.removeUser',
    good: removing('authId', 'auth-1', [user(1), user(2)], [user(2)]),
    bad: removing('authId', 'auth-1', [user(1), user(2)], [user(1), user(2)]),
  },
  'engine/identified': {
    operation: 'engine.getContainers',
    good: { control: success(containers) },
    bad: { control: success([{ container_id: 'container-1' }]) },
  },
  'engine/config': {
    operation: 'engine.getConfig',
    good: { probes: [probe('list', '', containers), probe('one', 'container-1', container(1))] },
    bad: { probes: [probe('list', '', containers), probe('one', 'container-1', container(2))] },
  },
  'engine/restarted': {
    operation: 'engine.restartContainer',
    good: restarts([0, 0], [1, 0]),
    bad: restarts([0, 0], [0, 1]),
  },
  'engine/containers': {
    operation: 'engine.getContainersByAppNameMatch',
    good: { probes: [probe('list', '', containers), probe('one', 'app-1', [container(1)])] },
    bad: { probes: [probe('list', '', containers), probe('one', 'app-1', [container(2)])] },
  },
  'values/echoed': {
    operation: 'admin.createUserInvitation',
    good: { control: success({ email: 'One@example.com' }, invited) },
    bad: { control: success({ email: 'one@example.co' }, invited) },
  },
  'cluster/nodes': {
    operation: 'cluster.getNodes',
    good: { control: success([node(1)]) },
    bad: { control: success([{ node_id: 'node-1' }]) },
  },
  'cluster/removed': {
    operation: 'cluster.removeWorker',
    good: removing('nodeId', 'node-1', [node(1), node(2)], [node(2)]),
    bad: removing('nodeId', 'node-1', [node(1), node(2)], [node(1), node(2)]),
  },
  'people/identified': {
    operation: 'user.all',
    good: { control: success([user(1)]) },
    bad: { control: success([{ userId: 1 }]) },
  },
  'files/found': {
    operation: 'settings.readProxyFile',
    good: { listedFiles: null },
    bad: { listedFiles: { list: success(), listed: [failure(), failure()], unknown: failure() } },
  },
  'values/trimmed': {
    operation: 'settings.updateProxyFile',
    good: census({ writtenFields: [writtenField({ field: 'proxyConfig', written: 'a\n', shown: 'a\n' })] }),
    bad: census({ writtenFields: [writtenField({ field: 'proxyConfig', written: 'a\n', shown: 'a' })] }),
  },
  'templates/taken': {
    operation: 'compose.deployTemplate',
    good: { templates: null },
    bad: { templates: { list: success(), listed: [failure(), failure()], unknown: failure() } },
  },
  'templates/found': {
    operation: 'compose.deployTemplate',
    good: { control: success({ composeId: 'stack-1' }), templateUnread: null },
    bad: { control: success({ composeId: 'stack-1' }), templateUnread: failure() },
  },
  'templates/named': {
    operation: 'compose.deployTemplate',
    good: { templateNamed: stacks('notes', 'whoami') },
    bad: { templateNamed: stacks('notes', 'notes') },
  },
  'templates/kept': {
    operation: 'compose.deployTemplate',
    good: {
      control: success(),
      templateOutlasted: { further: [success()], replaced: null, removed: success(), denied: null },
    },
    bad: {
      control: success(),
      templateOutlasted: { further: [success()], replaced: null, removed: failure(), denied: failure() },
    },
  },
  'facts/same': {
    operation: 'settings.isCloud',
    good: { control: success(false), unusual: [success(false)] },
    bad: { control: success(false), unusual: [success(true)] },
  },
  'version/told': {
    operation: 'settings.getServiceVersion',
    good: { control: success('1') },
    bad: { control: success(null) },
  },
  'openapi/described': {
    operation: 'settings.getOpenApiDocument',
    good: { control: success(openApi()) },
    bad: { control: success({}) },
  },
  'auth/no-effect': {
    operation: 'sqla.update',
    good: { ...refusal, effect: { changed: null, exchanges: [] } },
    bad: {
      ...refusal,
      effect: { changed: { paths: ['name'], by: 'no-header', exchanges: [failure(401)] }, exchanges: [] },
    },
  },
}
