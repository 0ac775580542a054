/** What the groups are for, what the resources are called, and the one state that is shown. */
import { databaseKinds } from '../operation.ts'
import { notYet, under, type Clause } from './clause.ts'

export const resources: readonly Clause[] = [
  ...under('What the service does', {
    'GROUP-settings': [
      'settings acts on the whole server: reloads, cleanup, proxy files, SSH keys, log rotation, version, health',
      notYet.sum,
    ],
    'GROUP-application': [
      'application creates, configures, deploys, starts, stops and deletes applications',
      notYet.sum,
    ],
    'GROUP-compose': ['compose manages stacks of several containers, and their templates', notYet.sum],
    'GROUP-databases': [`Each of ${databaseKinds.join(', ')} manages the databases of its kind`, notYet.sum],
    'GROUP-registry': ['registry manages the registries that images come from', notYet.sum],
    'GROUP-people': ['admin and user invite, remove and look up users, and set their permissions', notYet.sum],
    'GROUP-engine': ['engine shows and restarts containers', notYet.sum],
    'GROUP-port': ['port manages the ports that an application publishes', notYet.sum],
    'GROUP-mounts': ['mounts manages what is mounted into a service', notYet.sum],
    'GROUP-cluster': ['cluster manages the nodes of the cluster', notYet.sum],
    // Read from names, so a check of these claims SHOULD at most, but for what has a clause of its own.
    'NAME-1': 'A created record can be read by its identifier',
    'NAME-2': 'An acknowledged change of a listed field shows on its record',
    'NAME-3': 'A deleted record is gone',
    'NAME-4': 'An operation does not change what it does not name',
    'NAME-5': 'A read shows the requested record',
  }),
  ...under('Resources and their fields', {
    'RES-1': 'Every identifier is a string',
    'RES-2': 'Fields have exactly the listed names',
    'RES-application':
      'An application is identified by applicationId; its fields are called name, projectId, appName, buildType, ' +
      'buildContextPath, buildStage, alphaId, owner and proxyConfig, all strings',
    'RES-beta':
      'Its fields for the second git provider are called betaBranch, betaBuildPath, betaOwner, betaRepository, ' +
      'betaId, betaPathNamespace, all strings, and betaProjectId, an integer',
    'RES-gamma':
      'Its fields for the third git provider are called gammaBranch, gammaBuildPath, gammaOwner, gammaRepository ' +
      'and gammaId, all strings',
    'RES-compose':
      'A stack is identified by composeId; its fields are called name and projectId; a template is named by `id`',
    'RES-databases':
      'A database service is identified by its kind followed by Id; its fields are called name, appName, ' +
      'databaseName, databaseUser, databasePassword, projectId and applicationStatus, all strings',
    'RES-root-password': ['Of the database kinds, only sqlb and sqlc have databaseRootPassword', notYet.further],
    'RES-environment': ['Of the database kinds, only colstore has environmentId', notYet.further],
    'RES-colstore': 'colstore.changePassword accepts password, and colstore.move accepts targetEnvironmentId',
    'RES-external-port': 'externalPort of a database service is an integer',
    'RES-registry':
      'A registry is identified by registryId; its fields are called registryName, username, password, registryUrl, ' +
      'registryType and imagePrefix, all strings',
    'RES-port':
      'A port is identified by portId; its fields are called publishedPort and targetPort, integers, and applicationId',
    'RES-mount': 'A mount is identified by mountId; its fields are called type, mountPath and serviceId, all strings',
    'RES-user':
      'A user is identified by userId and by authId; its permissions are called as admin.assignPermissions calls them',
    'RES-node': 'A node of the cluster is identified by nodeId',
    'RES-container': 'A container is identified by containerId',
    'RES-server': ['serverId chooses a server, and is optional', notYet.listed],
  }),
  ...under('Endpoints, application', {
    'SPELL-1': ['application.saveGitProdiver has exactly this spelling', 'judged by OP-application.saveGitProdiver'],
  }),
  ...under('Endpoints, admin', {
    'SPELL-2': 'accesedProjects and accesedServices have exactly this spelling',
  }),
  ...under('Endpoints, Database services', {
    'KIND-1': ['The six database groups share eleven operations', notYet.sum],
    'KIND-2': ['colstore has three more: move, changePassword and rebuild', notYet.sum],
  }),
  ...under('States and transitions', {
    'STATE-1': 'Every database service has applicationStatus',
    'STATE-2': 'changeStatus of a kind sets applicationStatus to the value that was sent',
    'STATE-3': ['`idle` is a value of applicationStatus', 'STATE-2 is judged with this value'],
  }),
]
