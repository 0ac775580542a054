/** The status of a record, which changeStatus sets. */
import { census, success, writtenField, type Pair } from './pair.ts'

const status = (over: object) =>
  census({ writtenFields: [writtenField({ field: 'applicationStatus', written: 'idle', ...over })] })

export const statusPairs: Readonly<Record<string, Pair>> = {
  'status/set': {
    operation: 'sqla.changeStatus',
    good: status({ before: 'running', shown: 'idle' }),
    bad: status({ before: 'running', shown: 'running' }),
  },
  'status/kept': {
    operation: 'sqla.changeStatus',
    good: census({ updated: { set: 'running', shown: 'running', exchanges: [success()] } }),
    bad: census({ updated: { set: 'running', shown: 'idle', exchanges: [success()] } }),
  },
  'status/shown': {
    operation: 'sqla.changeStatus',
    good: status({ before: 'running', shown: 'idle' }),
    bad: status({ before: 1, shown: 0 }),
  },
}
