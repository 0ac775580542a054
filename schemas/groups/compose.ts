import { changes, deletes, get, lists, makes, post, reads, text } from '../operation.ts'

const id = { composeId: text } as const
const itself = changes('compose')

export const compose = {
  create: post('resource', makes('compose'), { name: text, projectId: text }),
  one: get(reads('compose'), { composeId: 'required' }),
  update: post('resource', changes('compose', { whole: true, takes: 'name' }), id),
  delete: post('resource', deletes('compose'), id),
  cleanQueues: post('resource', itself, id),
  loadServices: get(reads('compose', { aspect: 'services', anonymous: true, reaches: 'git provider' }), {
    composeId: 'required',
    type: 'untyped',
  }),
  fetchSourceType: post('resource', changes('compose', { reaches: 'git provider' }), id),
  randomizeCompose: post('resource', itself, id),
  getConvertedCompose: get(reads('compose', { aspect: 'converted' }), { composeId: 'required' }),
  deploy: post('deploy', changes('compose', { aspect: 'deploy' }), id),
  redeploy: post('deploy', itself, id),
  stop: post('deploy', changes('compose', { aspect: 'stop' }), id),
  getDefaultCommand: get(reads('compose', { aspect: 'command' }), { composeId: 'required' }),
  refreshToken: post('resource', itself, id),
  deployTemplate: post('deploy', makes('compose', { aspect: 'template', reaches: 'source of templates' }), {
    projectId: text,
    id: text,
  }),
  templates: get(lists('template', { reaches: 'source of templates' }), {}),
  getTags: get(lists('template', { aspect: 'tags', reaches: 'source of templates' }), {}),
}
