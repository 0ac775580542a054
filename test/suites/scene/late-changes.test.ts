import { describe, expect, it } from 'vitest'
import { operation, type OperationId } from '../../../schemas/registry.ts'
import { LateChanges } from '../../../suites/scene/late-changes.ts'
import type { Profile } from '../../../suites/target/profile.ts'
import { responseOf, error, exchangeOf } from '../exchanges.ts'

const one = operation('sqla.one')
const deploy = operation('sqla.deploy')
// Nothing else of a profile is asked for.
const profile = {
  isSuccess: ({ status }: { status: number }) => status < 400,
  unknownIds: [{ status: 404, code: 'NOT_FOUND', said: '' }],
} as unknown as Profile

/** A lane that writes to databases of one kind and is shown them. */
function lane() {
  const changes = new LateChanges()
  const fieldsSince = (id: OperationId = 'sqla.deploy') => changes.since(operation(id)).map(({ field }) => field)
  return {
    changes,
    fieldsSince,
    write: (id: OperationId, body: Readonly<Record<string, unknown>>) =>
      changes.wrote(operation(id), exchangeOf(responseOf({ body: true }), { asked: { query: {}, body } })),
    shows: (fields: Readonly<Record<string, unknown>>, sqlaId = 'a') =>
      changes.read(one, { sqlaId }, exchangeOf(responseOf({ body: { sqlaId, ...fields } })), profile),
    denies: (status = 404, code = 'NOT_FOUND', sqlaId = 'a') =>
      changes.read(one, { sqlaId }, exchangeOf(error(status, code, 'There is none')), profile),
  }
}

describe('what changes late', () => {
  it('is what was written, shown, and is another value later', () => {
    const { write, shows, fieldsSince } = lane()
    write('sqla.saveEnvironment', { sqlaId: 'a', env: 'A=1' })
    write('sqla.deploy', { sqlaId: 'a' })
    shows({ env: 'A=1' })
    expect(fieldsSince()).toEqual([])
    shows({ env: '' })
    expect(fieldsSince()).toEqual(['env'])
    expect(fieldsSince('sqla.start')).toEqual([])
  })

  it('is an update that is undone, also if the field is written once more', () => {
    const { write, shows, fieldsSince } = lane()
    write('sqla.deploy', { sqlaId: 'a' })
    shows({ name: 'first' })
    write('sqla.update', { sqlaId: 'a', name: 'second' })
    shows({ name: 'first' })
    write('sqla.update', { sqlaId: 'a', name: 'third' })
    shows({ name: 'third' })
    expect(fieldsSince()).toEqual(['name'])
  })

  it('is not an older copy, after which the value is shown again', () => {
    const { write, shows, fieldsSince } = lane()
    write('sqla.deploy', { sqlaId: 'a' })
    shows({ name: 'first' })
    write('sqla.update', { sqlaId: 'a', name: 'second' })
    shows({ name: 'first' })
    shows({ name: 'second' })
    expect(fieldsSince()).toEqual([])
  })

  it('is not a status of the record itself, a stamp, an empty field that is filled, or a secret', () => {
    const { write, shows, fieldsSince } = lane()
    write('sqla.update', { sqlaId: 'a', databasePassword: 'secret' })
    write('sqla.deploy', { sqlaId: 'a' })
    shows({ applicationStatus: 'deploying', updatedAt: '1', image: null, databasePassword: 'secret' })
    shows({ applicationStatus: 'error', updatedAt: '2', image: 'x', databasePassword: '***' })
    expect(fieldsSince()).toEqual([])
  })

  it('is a status that another record has had since it stood, but not where writes alone move it', () => {
    const still = lane()
    still.shows({ applicationStatus: 'idle' }, 'b')
    still.write('sqla.deploy', { sqlaId: 'a' })
    still.shows({ applicationStatus: 'idle' }, 'b')
    still.shows({ applicationStatus: 'done' }, 'b')
    expect(still.fieldsSince()).toEqual(['applicationStatus'])

    const moved = lane()
    moved.shows({ applicationStatus: 'idle' }, 'b')
    moved.write('sqla.saveExternalPort', { sqlaId: 'b', externalPort: 5000 })
    moved.shows({ applicationStatus: 'done' }, 'b')
    moved.write('sqla.deploy', { sqlaId: 'a' })
    moved.shows({ applicationStatus: 'done' }, 'b')
    moved.shows({ applicationStatus: 'running' }, 'b')
    expect(moved.fieldsSince()).toEqual([])
  })

  it('is not an appName that selects, nor a value of another type that the target took for its own', () => {
    const { write, shows, fieldsSince } = lane()
    write('sqla.deploy', { sqlaId: 'a' })
    shows({ appName: 'app', externalPort: 5000 })
    write('sqla.reload', { sqlaId: 'a', appName: 5 })
    write('sqla.saveExternalPort', { sqlaId: 'a', externalPort: '5001' })
    shows({ appName: 'app', externalPort: 5001 })
    expect(fieldsSince()).toEqual([])
    shows({ appName: 'other', externalPort: 5002 })
    expect(fieldsSince()).toEqual(['appName'])
  })

  it('is not a field that this target never showed as it was written', () => {
    const { write, shows, fieldsSince } = lane()
    write('sqla.update', { sqlaId: 'a', name: 'second', note: 'x' })
    write('sqla.deploy', { sqlaId: 'a' })
    shows({ name: 'second', note: null })
    expect(fieldsSince()).toEqual([])
  })

  it('is an environment that was written and is empty, though no read showed it in between', () => {
    const { write, shows, fieldsSince } = lane()
    write('sqla.deploy', { sqlaId: 'a' })
    write('sqla.saveEnvironment', { sqlaId: 'a', env: 'A=1' })
    shows({ env: '' })
    expect(fieldsSince()).toEqual(['env'])
  })

  it('is the status of another record, of which nothing was begun', () => {
    const { write, shows, fieldsSince } = lane()
    write('sqla.deploy', { sqlaId: 'a' })
    shows({ applicationStatus: 'idle' }, 'b')
    shows({ applicationStatus: 'done' }, 'b')
    expect(fieldsSince()).toEqual(['applicationStatus'])
  })

  it('is a record that is gone, but not one that the run deleted, or whose read failed', () => {
    const { write, shows, denies, fieldsSince } = lane()
    write('sqla.deploy', { sqlaId: 'a' })
    for (const id of ['a', 'b']) shows({ name: 'x' }, id)
    denies(500, 'INTERNAL')
    write('sqla.remove', { sqlaId: 'b' })
    denies(404, 'NOT_FOUND', 'b')
    expect(fieldsSince()).toEqual([])
    denies()
    expect(fieldsSince()).toEqual(['sqlaId'])
  })

  it('is a record that is gone and was shown only before anything was begun', () => {
    const { write, shows, denies, fieldsSince } = lane()
    shows({ name: 'x' })
    write('sqla.deploy', { sqlaId: 'a' })
    denies()
    expect(fieldsSince()).toEqual(['sqlaId'])
  })

  it('is what the create said, though no update did, but for secrets and identifiers', () => {
    const { write, shows, fieldsSince } = lane()
    write('sqla.deploy', { sqlaId: 'a' })
    shows({ databaseUser: 'mine', databasePassword: 'secret', projectId: 'p' })
    shows({ databaseUser: 'root', databasePassword: 'other', projectId: 'q' })
    expect(fieldsSince()).toEqual(['databaseUser'])
  })

  it('is a secret that two reads showed alike, until one is written or put away', () => {
    const { write, shows, fieldsSince } = lane()
    write('sqla.deploy', { sqlaId: 'a' })
    for (const databasePassword of ['secret', 'secret', null, '******']) shows({ databasePassword })
    expect(fieldsSince()).toEqual([])
    write('sqla.update', { sqlaId: 'a', databasePassword: 'mine' })
    for (const databasePassword of ['mine', 'mine']) shows({ databasePassword })
    expect(fieldsSince()).toEqual([])
    shows({ databasePassword: 'of the host' })
    expect(fieldsSince()).toEqual(['databasePassword'])
  })

  it('is not looked for before anything was begun', () => {
    const { changes, shows, denies, fieldsSince } = lane()
    shows({ name: 'x' })
    denies()
    expect(changes.seenAt('a')).toBe(0)
    expect(fieldsSince()).toEqual([])
    expect(changes.hasBegun('a')).toBe(false)
    expect(changes.begunAt('a')).toBe(0)
    changes.wrote(deploy, exchangeOf(responseOf({ body: true }), { asked: { query: {}, body: { sqlaId: 'a' } } }))
    expect(changes.hasBegun('a')).toBe(true)
  })
})
