import { faults } from '../../fixtures/reference/faults/index.ts'
import { proveFaults } from './prove-fault.ts'

proveFaults(faults.filter(({ id }) => !id.startsWith('auth/') || id.startsWith('auth/open-')))
