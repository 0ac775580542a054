import { expect, it } from 'vitest'
import { operation, type OperationId } from '../../../schemas/registry.ts'
import { Inherited } from '../../../suites/scene/inherited.ts'
import { exchangeOf, responseOf } from '../exchanges.ts'

type Shown = Readonly<Record<string, unknown>>

/** The run's mark is `r1`. */
const hearing = () => new Inherited({ run: 'r1' })

function send(heard: Inherited, id: OperationId, body: Shown, isTaken = true): void {
  const { kvstoreId = '' } = body
  heard.sends(operation(id), { kvstoreId: String(kvstoreId) })
  heard.answered(operation(id), exchangeOf(responseOf({}), { asked: { body } }), isTaken)
}

function read(heard: Inherited, kvstoreId: string, shown: Shown): void {
  heard.read(operation('kvstore.one'), { kvstoreId }, exchangeOf(responseOf({ body: { kvstoreId, ...shown } })))
}

const found = (heard: Inherited) => heard.of('kvstore')?.map(({ field, value }) => [field, value])

it('tells a new record that shows the port which another one was given', () => {
  const heard = hearing()
  read(heard, 'a', { externalPort: null })
  send(heard, 'kvstore.saveExternalPort', { kvstoreId: 'a', externalPort: 30_123 })
  read(heard, 'b', { externalPort: 30_123 })
  expect(found(heard)).toEqual([['externalPort', 30_123]])
})

it('tells a text of the run that a setter wrote, and none that a create carried', () => {
  const heard = hearing()
  read(heard, 'a', { description: null, name: 'r1-a' })
  send(heard, 'kvstore.create', { name: 'r1-b' })
  send(heard, 'kvstore.update', { kvstoreId: 'a', description: 'r1-text', name: 'r1-b' })
  read(heard, 'b', { description: 'r1-text', name: 'r1-b' })
  expect(found(heard)).toEqual([['description', 'r1-text']])
})

it('tells it of a field that new records do not show else', () => {
  const heard = hearing()
  read(heard, 'a', { name: 'r1-a' })
  send(heard, 'kvstore.update', { kvstoreId: 'a', description: 'r1-text' })
  read(heard, 'b', { name: 'r1-b', description: 'r1-text' })
  expect(found(heard)).toEqual([['description', 'r1-text']])
})

it('says nothing of what was refused, of a default, and of a record that was written before it was read', () => {
  const heard = hearing()
  read(heard, 'a', { externalPort: 6379, description: null })
  send(heard, 'kvstore.saveExternalPort', { kvstoreId: 'a', externalPort: 6379 })
  send(heard, 'kvstore.update', { kvstoreId: 'a', description: 'r1-text' }, false)
  read(heard, 'b', { externalPort: 6379, description: 'r1-text' })
  send(heard, 'kvstore.saveExternalPort', { kvstoreId: 'c', externalPort: 30_123 })
  read(heard, 'c', { externalPort: 30_123, description: null })
  expect(found(heard)).toEqual([])
})

it('knows nothing where no new record was read before, or none after the write', () => {
  const heard = hearing()
  send(heard, 'kvstore.saveExternalPort', { kvstoreId: 'a', externalPort: 30_123 })
  read(heard, 'b', { externalPort: 30_123 })
  expect(found(heard)).toBeUndefined()
})

it('wants one more where one record alone shows it, or none was read after the write', () => {
  const heard = hearing()
  expect(heard.wantsMore('kvstore')).toBe(false)
  read(heard, 'a', { externalPort: null })
  send(heard, 'kvstore.saveExternalPort', { kvstoreId: 'a', externalPort: 30_123 })
  expect(heard.wantsMore('kvstore')).toBe(true)
  read(heard, 'b', { externalPort: null })
  expect(heard.wantsMore('kvstore')).toBe(false)
  read(heard, 'c', { externalPort: 30_123 })
  expect(heard.wantsMore('kvstore')).toBe(true)
})
