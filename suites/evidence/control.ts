import { isCreate } from '../../schemas/registry.ts'
import { afterRefusals } from './after-refusals.ts'
import { badCredentials } from './bad-credentials.ts'
import { evidence } from './frame/evidence.ts'
import { hostConfigs } from './host-configs.ts'
import { listBefore } from './list-before.ts'
import { probesBefore } from './probes-before.ts'
import { subject } from './subject.ts'
import { surroundings } from './surroundings.ts'
import { isListedFirst } from './requests/listings.ts'

/** The valid request with the right token. */
export const control = evidence({
  id: 'control',
  needs: { subject },
  after: [surroundings, probesBefore, hostConfigs, badCredentials, afterRefusals, listBefore],
  // The record that a lane begins with was made by the valid request.
  cost: (operation, { target }) => (isCreate(operation) ? 0 : isListedFirst(operation, target) ? 3 : 1),
  gather: ({ subject: tried }) => tried.send({}),
})
