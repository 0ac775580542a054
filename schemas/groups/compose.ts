import { changes, deletes, get, lists, makes, post, reads, text } from '../operation.ts'

const id = { composeId: text } as const
const itself = changes('compose')

export const compose = {
  create: post('resource', makes('compose'), { name: text, projectId: text }),
  one: get(reads('compose'), { composeId: 'required' }),
  update: post('resource', itself, id),
  delete: post('resource', deletes('compose'), id),
  cleanQueues: post('resource', itself, id),
  loadServices: get(reads('compose'), { composeId: 'required', type: 'optional' }),
  fetchSourceType: post('resource', itself, id),
  randomizeCompose: post('resource', itself, id),
  getConvertedCompose: get(reads('compose'), { composeId: 'required' }),
  deploy: post('deploy', itself, id),
  redeploy: post('deploy', itself, id),
  stop: post('deploy', itself, id),
  getDefaultCommand: get(reads('compose'), { composeId: 'required' }),
  refreshToken: post('resource', itself, id),
  deployTemplate: post('deploy', makes('compose'), { projectId: text, id: text }),
  templates: get(lists('template'), {}),
  getTags: get(lists('template'), {}),
}
