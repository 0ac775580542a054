import {
  changes,
  deletes,
  get,
  integer,
  makes,
  post,
  reads,
  shown,
  text,
  type DatabaseKind,
  type Fields,
} from '../operation.ts'

/** The eleven operations that each database kind has; only the fields of `create` differ. */
function database<K extends DatabaseKind, const F extends Fields>(kind: K, create: F) {
  // A computed key widens to an index signature; the mapped type says the one key that it is.
  const id = { [`${kind}Id`]: text } as { readonly [P in `${K}Id`]: typeof text }
  const query = { [`${kind}Id`]: 'required' } as { readonly [P in `${K}Id`]: 'required' }
  const itself = changes(kind)
  return {
    create: post('resource', makes(kind), create),
    one: get(reads(kind), query),
    start: post('deploy', changes(kind, { aspect: 'start' }), id),
    stop: post('deploy', changes(kind, { aspect: 'stop' }), id),
    saveExternalPort: post('resource', itself, { ...id, externalPort: integer }),
    deploy: post('deploy', changes(kind, { aspect: 'deploy' }), id),
    changeStatus: post('resource', changes(kind, { aspect: 'status' }), { ...id, applicationStatus: shown('idle') }),
    remove: post('resource', deletes(kind), id),
    saveEnvironment: post('resource', changes(kind, { aspect: 'environment' }), id),
    reload: post('deploy', itself, { ...id, appName: text }),
    update: post('resource', changes(kind, { whole: true, takes: 'name' }), id),
  }
}

const named = { name: text, appName: text } as const
const login = { databaseUser: text, databasePassword: text } as const
const project = { projectId: text } as const

export const colstore = {
  ...database('colstore', { ...named, databaseName: text, ...login, environmentId: text }),
  move: post('resource', changes('colstore'), { colstoreId: text, targetEnvironmentId: text }),
  changePassword: post('resource', changes('colstore', { reaches: 'running database' }), {
    colstoreId: text,
    password: text,
  }),
  rebuild: post('deploy', changes('colstore'), { colstoreId: text }),
}
export const sqlb = database('sqlb', {
  ...named,
  databaseRootPassword: text,
  ...project,
  databaseName: text,
  ...login,
})
export const sqla = database('sqla', { ...named, databaseName: text, ...login, ...project })
export const sqlc = database('sqlc', {
  ...named,
  ...project,
  databaseName: text,
  ...login,
  databaseRootPassword: text,
})
export const docstore = database('docstore', { ...named, ...project, ...login })
export const kvstore = database('kvstore', { ...named, databasePassword: text, ...project })
