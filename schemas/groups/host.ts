/** The small groups: registry, admin, user, engine, port, mounts and cluster. */
import {
  boolean,
  changes,
  deletes,
  email,
  get,
  integer,
  lists,
  makes,
  post,
  reads,
  shown,
  text,
  texts,
} from '../operation.ts'

const credentials = {
  registryName: text,
  username: text,
  password: text,
  registryUrl: text,
  registryType: shown('cloud'),
} as const

export const registry = {
  create: post('resource', makes('registry', { reaches: 'image registry' }), { ...credentials, imagePrefix: text }),
  remove: post('resource', deletes('registry'), { registryId: text }),
  update: post('resource', changes('registry', { whole: true, takes: 'registryName', reaches: 'image registry' }), {
    registryId: text,
  }),
  all: get(lists('registry'), {}),
  one: get(reads('registry'), { registryId: 'required' }),
  testRegistry: post('resource', reads('host', { aspect: 'login', reaches: 'image registry' }), credentials),
}

export const admin = {
  one: get(reads('user', { aspect: 'self' }), {}),
  createUserInvitation: post('destructive', makes('invitation', { reaches: 'mail server' }), { email }),
  removeUser: post('destructive', deletes('user'), { authId: text }),
  getUserByToken: get(reads('invitation'), { token: 'required' }),
  assignPermissions: post('host', changes('user'), {
    userId: text,
    canCreateProjects: boolean,
    canCreateServices: boolean,
    canDeleteProjects: boolean,
    canDeleteServices: boolean,
    accesedProjects: texts,
    accesedServices: texts,
    canAccessToProxyFiles: boolean,
    canAccessToEngine: boolean,
    canAccessToAPI: boolean,
    canAccessToSSHKeys: boolean,
    canAccessToGitProviders: boolean,
  }),
}

export const user = {
  all: get(lists('user'), {}),
  byAuthId: get(reads('user', { aspect: 'by-auth' }), { authId: 'required' }),
  byUserId: get(reads('user'), { userId: 'required' }),
}

export const engine = {
  getContainers: get(lists('container'), { serverId: 'optional' }),
  restartContainer: post('destructive', changes('container'), { containerId: text }),
  getConfig: get(reads('container'), { containerId: 'required', serverId: 'optional' }),
  getContainersByAppNameMatch: get(lists('container', { aspect: 'of-name' }), {
    appType: 'untyped',
    appName: 'required',
    serverId: 'optional',
  }),
  getContainersByAppLabel: get(lists('container', { aspect: 'of-label' }), {
    appName: 'required',
    serverId: 'optional',
  }),
}

export const port = {
  create: post('resource', makes('port'), { publishedPort: integer, targetPort: integer, applicationId: text }),
  one: get(reads('port'), { portId: 'required' }),
  delete: post('resource', deletes('port'), { portId: text }),
  update: post('resource', changes('port', { whole: true }), {
    portId: text,
    publishedPort: integer,
    targetPort: integer,
  }),
}

export const mounts = {
  create: post('resource', makes('mount'), { type: shown('bind'), mountPath: text, serviceId: text }),
  remove: post('resource', deletes('mount'), { mountId: text }),
  one: get(reads('mount'), { mountId: 'required' }),
  update: post('resource', changes('mount', { whole: true, takes: 'mountPath' }), { mountId: text }),
}

export const cluster = {
  getNodes: get(lists('node'), {}),
  removeWorker: post('destructive', deletes('node'), { nodeId: text }),
  addWorker: get(changes('host'), {}, 'destructive'),
  addManager: get(changes('host'), {}, 'destructive'),
}
