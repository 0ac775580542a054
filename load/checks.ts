/** What a load run judges: the specification, watched while many requests are under one. */
import { limitClaims } from '../reports/model/timings/limit-claims.ts'
import { isCreate, readsRecord, type Operation } from '../schemas/registry.ts'

/** A claim on every response that load drew from an operation. Judged in the scripts, told by `load/judge.ts`. */
export interface LoadCheck {
  /** Permanent: never renamed, never used again. */
  readonly id: `load/${string}`
  /** `*` stands for the operation's id. */
  readonly clause: string
  readonly claim: string
  readonly sends: string
  readonly expects: string
  /** Faults of the reference server that it must catch; what is no fault of a response is shown by tests of their own. */
  readonly kills: readonly string[]
  /** The breaches of the scripts that are its own. */
  readonly of: string | null
  on(operation: Operation): boolean
}

export const steadyClaim = 'SHOULD answer as fast at the end of a long load as at its beginning'

const every = () => true
const journeys = 'the journeys of the load, each with records and names of its own, many under way together'

/** Held against what was measured of an operation, a group or all of it; see `limitResults`. */
const limitChecks: readonly LoadCheck[] = (
  [
    ['load/latency', 'responses within the milliseconds that are set for a percentile'],
    ['load/errors', 'no more errors than the percentage that is set'],
    ['load/rate', 'as many successes a second as are set, on average'],
  ] as const
).map(([id, expects]) => ({
  id,
  clause: 'NS-1',
  claim: limitClaims[id],
  sends: journeys,
  expects,
  kills: [],
  of: null,
  on: every,
}))

export const loadChecks: readonly LoadCheck[] = [
  {
    id: 'load/media-type',
    clause: 'MEDIA-1',
    claim: 'MUST label every response application/json under load',
    sends: journeys,
    expects: 'Content-Type application/json on successes and errors',
    kills: ['load/page-far-above', 'load/page', 'media/busy-page'],
    of: 'media',
    on: every,
  },
  {
    id: 'load/json',
    clause: 'MEDIA-2',
    claim: 'MUST return JSON under load',
    sends: journeys,
    expects: 'a body that is one JSON text',
    kills: ['load/cut-answer', 'load/page', 'media/busy-page'],
    of: 'json',
    on: every,
  },
  {
    id: 'load/body',
    clause: 'MEDIA-2',
    claim: 'SHOULD NOT return empty bodies under load',
    sends: journeys,
    expects: 'a body, if the response is labelled application/json',
    kills: ['load/empty-answer', 'bytes/zero-bytes'],
    of: 'empty',
    on: every,
  },
  {
    id: 'load/error-shape',
    clause: 'ERR-1',
    claim: 'MUST return errors as error objects under load',
    sends: journeys,
    expects: 'strings under message and code; if there are issues, objects with a message each',
    kills: ['load/error-without-code', 'errors/busy-without-message'],
    of: 'error',
    on: every,
  },
  {
    id: 'load/own-answer',
    clause: 'NAME-5',
    claim: 'SHOULD answer each of many simultaneous requests with its own response',
    sends: journeys,
    expects: 'no response that shows another journey’s record instead of its own',
    kills: ['load/another-record', 'load/swapped-answer', 'burst/anothers-answer', 'burst/swapped-reads'],
    of: 'own',
    on: (operation) => isCreate(operation) || readsRecord(operation),
  },
  {
    id: 'load/kept',
    clause: 'NAME-1',
    claim: 'SHOULD keep each of many records until its delete, under load',
    sends: `${journeys}; reads of each record until its delete`,
    expects: 'every record that was created and not yet deleted',
    kills: ['load/lost-create', 'burst/forgets'],
    of: 'kept',
    on: readsRecord,
  },
  {
    id: 'load/distinct',
    clause: 'RES-1',
    claim: 'MUST give each record a distinct identifier under load',
    sends: journeys,
    expects: 'no identifier that another record of its kind has',
    kills: ['load/one-id', 'burst/given-twice'],
    of: null,
    on: ({ act }) => act.verb === 'makes',
  },
  {
    id: 'load/answered',
    clause: 'NS-1',
    claim: 'SHOULD answer every request under load, if only with an error that says it is busy',
    sends: journeys,
    expects: 'a response to 99 of 100 requests: a connection may end just as it is used',
    kills: ['load/hangs-up'],
    of: null,
    on: every,
  },
  {
    id: 'load/refused',
    clause: 'AUTH-1',
    claim: 'MUST refuse under load what does not bear the token',
    sends: 'beside the journeys, and among many requests at once, steps of theirs with no token or an altered one',
    expects: 'a refusal of each, as at rest',
    kills: ['burst/open-under-load', 'load/unchecked-token'],
    of: 'refused',
    on: (operation) => operation.act.verb !== 'makes' && operation.act.verb !== 'deletes',
  },
  {
    id: 'load/gone',
    clause: 'NAME-3',
    claim: 'SHOULD show under load no record that it acknowledged to have deleted',
    sends: 'after the delete of one journey in four, the read of its record once more',
    expects: 'the record to be shown no more within --settle, unless it was at rest',
    kills: ['load/kept-on-delete'],
    of: 'gone',
    on: readsRecord,
  },
  {
    id: 'load/effect',
    clause: 'NAME-2',
    // What deploys may wait in a queue that is longer under load: a status is observed, and never asserted.
    claim: 'MAY show under load later than at rest what a deploy, start or stop did',
    sends: 'deploys, starts and stops, and a read before and after them',
    expects: 'a status that changes within --settle where it changed at rest, both times that it was tried',
    kills: ['load/deploy-without-effect'],
    of: 'effect',
    on: ({ effect }) => effect === 'deploy',
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
    id: 'load/begun',
    clause: 'NS-1',
    claim: 'MAY refuse under load to make the record that a journey is about',
    sends: journeys,
    expects: 'each journey to come to its end; one whose record is not made ends early',
    kills: [],
    of: null,
    on: ({ act }) => act.verb === 'makes',
  },
  {
    id: 'load/kept-up',
    clause: 'NS-1',
    claim: 'MAY fall behind the rate of journeys that is asked for',
    sends: journeys,
    expects: 'a virtual user to be free for each journey that is due',
    kills: [],
    of: null,
    on: every,
  },
  {
    id: 'load/steady',
    clause: 'NS-1',
    claim: steadyClaim,
    sends: 'the journeys of the load at one rate for a long time (--profile soak)',
    expects: 'responses in the last third to take no longer than in the first',
    kills: ['load/leak'],
    of: null,
    on: every,
  },
  ...limitChecks,
]
