/** Named moments of a run at which a test stops it. */
import type { Exchange } from '../../fixtures/http/exchange.ts'
import type { Entry } from '../../fixtures/journal.ts'
import { findOperation, isCreate } from '../../schemas/registry.ts'

/** Sees the journal and the exchanges of a run; true once its moment has come. */
export interface Watch {
  entry?(entry: Entry): boolean
  exchange?(exchange: Exchange): boolean
}

/** A moment, watched anew in each run. */
export type Moment = () => Watch

const isMade = ({ operation }: Exchange): boolean => {
  const by = operation === null ? undefined : findOperation(operation)
  return by !== undefined && isCreate(by)
}

/** Once a record was updated: records stand, and most of the run is still to come. */
export const afterUpdate: Moment = () => ({
  exchange: ({ operation, credential, response }) => {
    const by = operation === null ? undefined : findOperation(operation)
    return by?.act.verb === 'changes' && by.effect === 'resource' && credential === 'right' && response?.status === 200
  },
})

/** So many creates are under way in a burst, and in no other part of a run. */
const MANY = 5

/** The journal has a line before each such request goes out. */
const before =
  (event: Entry['event']): Moment =>
  () => ({ entry: (entry) => entry.event === event })

/** Once the identifier of a created record is known. */
export const confirmed: Moment = before('created')

/** Moments at which records stand half made or half deleted. */
export const ofRecords: Readonly<Record<string, Moment>> = {
  'before a create goes out': before('create'),
  'between a create and its confirmation': () => ({ exchange: isMade }),
  'once a record is confirmed': confirmed,
  'before a delete goes out': before('delete'),
  'once a record is deleted': before('deleted'),
}

/** In the midst of many creates of one kind. */
export const inBurst: Moment = () => {
  let open = 0
  return {
    entry({ event }) {
      if (event === 'create') open += 1
      if (event === 'created' || event === 'unmade') open -= 1
      return open >= MANY
    },
  }
}

/** Once a bad credential, or a request to no operation of the API, was answered: calibration sends both. */
export const ofCalibration: Readonly<Record<string, Moment>> = {
  'at its first response': () => ({ exchange: () => true }),
  'once a wrong token was answered': () => ({ exchange: ({ credential }) => credential === 'wrong-token' }),
  'once a path that does not exist was asked for': () => ({ exchange: ({ operation }) => operation === null }),
}

/** Moments at which the host is about to be changed, or stands changed: a write carries what was not read before. */
export const ofWrites: Readonly<Record<string, Moment>> = {
  'before what was read is written back': before('write'),
  'once what was read is written back': () => afterWrite(() => true),
  'before a setting is put back': () => afterWrite((body, old) => body !== old),
  'once a setting is put back': before('restored'),
}

function afterWrite(which: (body: string | null, old: string) => boolean): Watch {
  let name = ''
  let old = ''
  return {
    entry(entry) {
      if (entry.event === 'write') [name, old] = [entry.name, JSON.stringify(entry.before)]
      return false
    },
    exchange: ({ operation, body, credential, response }) =>
      operation === name && credential === 'right' && response?.status === 200 && which(body, old),
  }
}
