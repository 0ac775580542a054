import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { operation, type OperationId } from '../../../schemas/registry.ts'
import { targetAt } from '../../fixtures/tiny.ts'
import { Strays } from '../../../suites/scene/strays.ts'
import { error, exchangeOf, profileWith, responseOf } from '../exchanges.ts'

const profile = profileWith()
const taken = exchangeOf(responseOf({}))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The run's mark is `r1`; all its records stand in the project `p1`. */
const watching = () =>
  new Strays({ run: 'r1', target: targetAt('', { identifiers: { projectId: 'p1' } }), settleMs: 400 })

type Shown = Readonly<Record<string, unknown>>

/** Reads a database that is shown so, half a second after what came before. */
function read(strays: Strays, shown: Shown | null, lagMs = 0): void {
  vi.advanceTimersByTime(500)
  const answered = strays.look(operation('sqla.one'), { sqlaId: 'a1' }, lagMs)
  const body = { sqlaId: 'a1', projectId: 'p1', appName: 'app-r1', ...shown }
  answered(exchangeOf(shown ? responseOf({ body }) : error(404)), profile)
}

function send(strays: Strays, id: OperationId, body: Shown, references = {}): void {
  strays.begin({ operation: operation(id), references, body })({ ...taken, asked: { body } })
}

const found = (strays: Strays) => strays.of('sqla').map(({ field, before, after }) => [field, before, after])

it('tells a text of the run that two reads show otherwise, though no request named the record', () => {
  const strays = watching()
  read(strays, { name: 'r1-one' })
  send(strays, 'sqlb.update', { sqlbId: 'b1', name: 'r1-two' })
  read(strays, { name: 'spoilt' })
  expect([found(strays), strays.suspects('sqla', 'a1').length]).toEqual([[], 1])
  read(strays, { name: 'spoilt' })
  expect(found(strays)).toEqual([['name', 'r1-one', 'spoilt']])
})

it('tells what another record was given, too', () => {
  const strays = watching()
  read(strays, { name: 'r1-one' })
  send(strays, 'sqlb.update', { sqlbId: 'b1', name: 'r1-two' })
  read(strays, { name: 'r1-two' })
  read(strays, { name: 'r1-two' })
  expect(found(strays)).toEqual([['name', 'r1-one', 'r1-two']])
})

it('tells what changed across a request about the record that has no reason to change it', () => {
  const strays = watching()
  read(strays, { name: 'r1-one' })
  send(strays, 'sqla.saveExternalPort', { sqlaId: 'a1', externalPort: 5000 })
  for (const _ of [1, 2]) read(strays, { name: 'spoilt' })
  expect(found(strays)).toHaveLength(1)
})

it.each<[string, (strays: Strays) => void, Shown?]>([
  ['an older copy, after which it is shown as it was', (strays) => read(strays, { name: 'older' }), { name: 'r1-one' }],
  ['what a request that named it carried', (strays) => send(strays, 'sqla.update', { sqlaId: 'a1', name: 'spoilt' })],
  [
    'what may have been done by one that was refused',
    (strays) => send(strays, 'sqla.update', { sqlaId: 'a1', name: 5 }),
  ],
  [
    'what a request that bears its appName may have written',
    (strays) => send(strays, 'sqlb.create', { appName: 'app-r1', name: 'r1-two' }),
  ],
  [
    'another record, which has its identifier since it was deleted',
    (strays) => send(strays, 'sqla.remove', { sqlaId: 'a1' }),
  ],
  ['a text in another case, or with white space around it', () => undefined, { name: ' R1-One ' }],
  ['a text that is not shown any more', () => undefined, {}],
  ['a record that is gone', (strays) => read(strays, null), { name: 'r1-one' }],
])('tells nothing of %s', (_, between, shown = { name: 'spoilt' }) => {
  const strays = watching()
  read(strays, { name: 'r1-one' })
  between(strays)
  for (const _again of [1, 2]) read(strays, shown)
  expect(found(strays)).toEqual([])
})

it.each<[string, Shown, Shown]>([
  ['texts that the run did not write', { name: 'another' }, { name: 'spoilt' }],
  ['secrets, which may be veiled', { databasePassword: 'r1-secret' }, { databasePassword: '***' }],
  ['its appName, to which a target may add', { appName: 'r1-app' }, { appName: 'new' }],
])('does not watch %s', (_, before, after) => {
  const strays = watching()
  read(strays, before)
  for (const _again of [1, 2]) read(strays, after)
  expect(found(strays)).toEqual([])
})

it('holds nothing against a target while its own writes may still come to be seen', () => {
  const strays = watching()
  send(strays, 'sqla.update', { sqlaId: 'a1', name: 'r1-one' })
  read(strays, { name: 'r1-old' }, 1000)
  for (const _ of [1, 2]) read(strays, { name: 'r1-one' }, 1000)
  expect([found(strays), strays.suspects('sqla', 'a1')]).toEqual([[], []])
})

it('watches of a record with a job what a job has no reason to change', () => {
  const strays = watching()
  read(strays, { name: 'r1-one', env: 'A=r1' })
  strays.begin({ operation: operation('sqla.deploy'), references: { sqlaId: 'a1' } })(taken)
  for (const _ of [1, 2]) read(strays, { name: 'r1-one', env: 'A=r1' })
  for (const _ of [1, 2]) read(strays, { name: 'spoilt', env: 'B=2' })
  expect(found(strays)).toEqual([['name', 'r1-one', 'spoilt']])
})

it('compares nothing while a request about the record is under way', () => {
  const strays = watching()
  read(strays, { name: 'r1-one' })
  const answered = strays.begin({ operation: operation('sqla.saveExternalPort'), references: { sqlaId: 'a1' } })
  for (const _ of [1, 2]) read(strays, { name: 'spoilt' })
  expect(found(strays)).toEqual([])
  answered(taken)
  for (const _ of [1, 2]) read(strays, { name: 'spoilt' })
  expect(found(strays)).toHaveLength(1)
})
