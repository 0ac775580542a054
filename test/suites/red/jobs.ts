/** What goes on after the response of a deploy, a start or a stop, what becomes of what is deployed, and what stands under records. */
import { drift, failure, later, success, type Pair } from './pair.ts'

/** Reads of an application, while the port id-9 is another one's. */
const reads = {
  field: 'applicationId',
  id: 'id-1',
  otherId: 'id-2',
  own: ['ts-run-1'],
  other: ['ts-run-2'],
  underOthers: [{ kind: 'port', field: 'portId', id: 'id-9' }],
  ofOther: null,
  ofNear: [],
  strangers: [],
} as const

/** A new record that shows the port of another one. */
const inherited = {
  field: 'externalPort',
  value: 30_123,
  exchanges: [success(), success({ externalPort: 30_123 })],
} as const

export const jobPairs: Readonly<Record<string, Pair>> = {
  'records/known': {
    operation: 'sqla.stop',
    good: { control: success(), denial: null },
    bad: { control: failure(), denial: { unknown: failure(), again: failure(), read: success() } },
  },
  'jobs/kept': { operation: 'sqla.deploy', good: later(), bad: later({ own: { drifts: [drift], isSeen: true } }) },
  'jobs/others': { operation: 'sqla.deploy', good: later(), bad: later({ others: { drifts: [drift], isSeen: true } }) },
  'records/gone-deployed': {
    operation: 'sqla.remove',
    good: { deployedGone: { deployed: success(), removed: success(), read: failure(), isGone: true } },
    bad: {
      deployedGone: {
        deployed: success(),
        removed: success(),
        read: success({ sqlaId: 'id-1' }),
        isGone: false,
        again: { removed: success(), read: failure(), isGone: true, stays: false },
      },
    },
  },
  'records/gone-of-each': {
    operation: 'mounts.create',
    good: { placed: { records: [], deleted: [{ exchanges: [failure()], isThere: false }] } },
    bad: { placed: { records: [], deleted: [{ exchanges: [success()], isThere: true }] } },
  },
  'engine/apart': {
    operation: 'kvstore.stop',
    good: { otherContainers: [{ sent: success(), lists: [success()] }] },
    bad: {
      otherContainers: [
        { sent: success(), lists: [success()] },
        { sent: success(), lists: [success(), success()], wrong: 'the other container is no longer listed' },
      ],
    },
  },
  'records/under-others': {
    operation: 'application.one',
    good: { control: success({ applicationId: 'id-1', ports: [{ portId: 'id-8' }] }), neighbourReads: reads },
    bad: { control: success({ applicationId: 'id-1', ports: [{ portId: 'id-9' }] }), neighbourReads: reads },
  },
  'records/inherits': {
    operation: 'kvstore.create',
    good: { lasted: { hasStood: true, inherited: [] } },
    bad: { lasted: { hasStood: true, inherited: [inherited, inherited] } },
  },
}
