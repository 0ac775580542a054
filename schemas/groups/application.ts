import { changes, deletes, get, integer, makes, post, reads, shown, text } from '../operation.ts'

const id = { applicationId: text } as const
const itself = changes('application')
const source = changes('application', { source: true })

export const application = {
  create: post('resource', makes('application'), { name: text, projectId: text }),
  one: get(reads('application'), { applicationId: 'required' }),
  reload: post('deploy', itself, { appName: text, ...id }),
  delete: post('resource', deletes('application'), id),
  stop: post('deploy', changes('application', { aspect: 'stop' }), id),
  start: post('deploy', changes('application', { aspect: 'start' }), id),
  redeploy: post('deploy', itself, id),
  saveEnvironment: post('resource', changes('application', { aspect: 'environment' }), id),
  saveBuildType: post('resource', itself, {
    ...id,
    buildType: shown('buildfile'),
    buildContextPath: text,
    buildStage: text,
  }),
  saveAlphaProvider: post('resource', source, { ...id, owner: text, alphaId: text }),
  saveBetaProvider: post('resource', source, {
    ...id,
    betaBranch: text,
    betaBuildPath: text,
    betaOwner: text,
    betaRepository: text,
    betaId: text,
    betaProjectId: integer,
    betaPathNamespace: text,
  }),
  saveGammaProvider: post('resource', source, {
    gammaBranch: text,
    gammaBuildPath: text,
    gammaOwner: text,
    gammaRepository: text,
    gammaId: text,
    ...id,
  }),
  saveImageProvider: post('resource', source, id),
  saveGitProdiver: post('resource', source, id),
  markRunning: post('resource', itself, id),
  update: post('resource', changes('application', { whole: true, takes: 'name' }), id),
  refreshToken: post('resource', itself, id),
  deploy: post('deploy', changes('application', { aspect: 'deploy' }), id),
  cleanQueues: post('resource', itself, id),
  readProxyConfig: get(reads('application', { aspect: 'proxy-config' }), { applicationId: 'required' }),
  updateProxyConfig: post('resource', changes('application', { aspect: 'proxy-config' }), { ...id, proxyConfig: text }),
  readAppMonitoring: get(reads('application', { aspect: 'monitoring', anonymous: true }), { appName: 'required' }),
}
