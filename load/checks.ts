/** What a load run judges: the specification, watched while many requests are under way. */
import { isCreate, readsRecord, type Operation } from '../schemas/registry.ts'

/** A claim on every answer that load drew from an operation. Judged in the scripts, told by `load/judge.ts`. */
export interface LoadCheck {
  /** Permanent: never renamed, never used again. */
  readonly id: `load/${string}`
  /** `*` stands for the operation's id. */
  readonly clause: string
  readonly claim: string
  readonly sends: string
  readonly expects: string
  /** Faults of the reference server that it must catch; what is no fault of an answer is shown by tests of their own. */
  readonly kills: readonly string[]
  /** The breaches of the scripts that are its own. */
  readonly of: string | null
  on(operation: Operation): boolean
}

const every = () => true
const journeys = 'the journeys of the load, each with records and names of its own, many under way together'

export const loadChecks: readonly LoadCheck[] = [
  {
    id: 'load/media-type',
    clause: 'MEDIA-1',
    claim: 'MUST label every response application/json under load',
    sends: journeys,
    expects: 'Content-Type application/json on successes and errors',
    kills: ['media/busy-page'],
    of: 'media',
    on: every,
  },
  {
    id: 'load/json',
    clause: 'MEDIA-2',
    claim: 'MUST return JSON under load',
    sends: journeys,
    expects: 'a body that is one JSON text',
    kills: ['media/busy-page'],
    of: 'json',
    on: every,
  },
  {
    id: 'load/body',
    clause: 'MEDIA-2',
    claim: 'SHOULD NOT return empty bodies under load',
    sends: journeys,
    expects: 'a body, if the response is labelled application/json',
    kills: ['bytes/zero-bytes'],
    of: 'empty',
    on: every,
  },
  {
    id: 'load/error-shape',
    clause: 'ERR-1',
    claim: 'MUST return errors as error objects under load',
    sends: journeys,
    expects: 'strings under message and code; if there are issues, objects with a message each',
    kills: ['errors/busy-without-message'],
    of: 'error',
    on: every,
  },
  {
    id: 'load/own-answer',
    clause: 'NAME-5',
    claim: 'SHOULD answer each of many simultaneous requests with its own response',
    sends: journeys,
    expects: 'no response that shows another journey’s record instead of its own',
    kills: ['burst/anothers-answer', 'burst/swapped-reads'],
    of: 'own',
    on: (operation) => isCreate(operation) || readsRecord(operation),
  },
  {
    id: 'load/kept',
    clause: 'NAME-1',
    claim: 'SHOULD keep each of many records until its delete, under load',
    sends: `${journeys}; reads of each record until its delete`,
    expects: 'every record that was created and not yet deleted',
    kills: ['burst/forgets'],
    of: 'kept',
    on: readsRecord,
  },
  {
    id: 'load/distinct',
    clause: 'RES-1',
    claim: 'MUST give each record a distinct identifier under load',
    sends: journeys,
    expects: 'no identifier that another record of its kind has',
    kills: ['burst/given-twice'],
    of: null,
    on: ({ act }) => act.verb === 'makes',
  },
  {
    id: 'load/answered',
    clause: 'NS-1',
    claim: 'SHOULD answer every request under load, if only with an error that says it is busy',
    sends: journeys,
    expects: 'a response to 99 of 100 requests: a connection may end just as it is used',
    kills: [],
    of: null,
    on: every,
  },
  {
    id: 'load/served',
    clause: 'NS-1',
    claim: 'MAY reject under load what it serves at rest',
    sends: `${journeys}; before them, each journey twice at rest`,
    expects: 'successes under load as at rest; fewer never count against the target',
    kills: [],
    of: null,
    on: every,
  },
  {
    id: 'load/latency',
    clause: 'NS-1',
    claim: 'SHOULD keep the limits that the target file sets in limits.latency',
    sends: journeys,
    expects: '95 of 100 responses within the limit of the operation',
    kills: [],
    of: null,
    on: every,
  },
]
