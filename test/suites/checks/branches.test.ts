/** Ways to break a claim besides the one that its pair in test/suites/red shows. */
import { expect, it } from 'vitest'
import { operation, type OperationId } from '../../../schemas/registry.ts'
import { isConsistencyCheck, isMonitor } from '../../../suites/checks/check.ts'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import { checks } from '../../../suites/run/checks.ts'
import { caseOf } from '../cases.ts'
import type { Given } from '../given.ts'
import { burst, made, success } from '../red/pair.ts'

/** What a check says of an operation; undefined where it passes. */
function saidOf(id: string, of: OperationId, given: Given): unknown {
  const found = checks.find((check) => check.id === id)
  if (!found || isMonitor(found) || isConsistencyCheck(found)) throw new Error(`no check ${id}`)
  try {
    found.prove({ ...caseOf(given), operation: operation(of) })
    return undefined
  } catch (thrown) {
    return thrown
  }
}

const listed = [
  { containerId: 'container-1', name: '/one' },
  { containerId: 'container-2', name: '/two' },
]

/** A read of the first container that shows this. */
const reading = (shown: unknown): Given => ({
  probes: [
    { ask: 'list', of: '', exchange: success(listed) },
    { ask: 'one', of: 'container-1', exchange: success(shown) },
  ],
})

it.each([
  ['another under the engine’s own name of an identifier', { Id: 'container-2' }],
  ['the name of another', { name: '/two', state: 'running' }],
  ['the identifier of another somewhere', { config: { host: 'container-2' } }],
])('a read of a container shows %s', (_what, shown) => {
  expect(saidOf('engine/config', 'engine.getConfig', reading(shown))).toBeInstanceOf(Breach)
})

it.each([
  ['its identifier beside that of another', { Id: 'container-1', link: 'container-2' }],
  ['its name', { name: '/one' }],
])('a read of a container may show %s', (_what, shown) => {
  expect(saidOf('engine/config', 'engine.getConfig', reading(shown))).toBeUndefined()
})

it('a create after a delete may not get the identifier of one that lives', () => {
  const others = [made('ts-a'), made('ts-b')]
  const anew = (id: string): Given => burst(others, { anew: { id, created: success({ sqlaId: id }), others } })
  expect(saidOf('burst/distinct', 'sqla.create', anew('id-ts-b'))).toMatchObject({
    cause: 'an identifier that another has',
  })
  expect(saidOf('burst/distinct', 'sqla.create', anew('id-ts-c'))).toBeUndefined()
})

it('the number of those that share an identifier counts no others', () => {
  const all = ['a', 'b', 'c', 'd'].map((name, at) => made(`ts-${name}`, { id: at < 2 ? 'one' : 'two' }))
  expect(saidOf('burst/distinct', 'sqla.create', burst(all))).toMatchObject({
    got: 'the identifier one 2 times of 4 records made at once',
  })
})

it('a create that answers the identifier under another name is told though the record is not found', () => {
  const exchange = success({ sqla_id: 'id-1' }, { operation: 'sqla.create' })
  const outcome = { record: null, exchange, reason: 'not found', supply: '', exchanges: [exchange] }
  expect(saidOf('records/made', 'sqla.create', { made: outcome })).toMatchObject({
    level: 'MUST',
    cause: 'identifier under another name',
  })
})

it('the read behind a scheme in lower case tells a fact that the others do not', () => {
  const told = (lower: boolean): Given => ({
    control: success(false),
    unusual: [success(false)],
    lowerCase: success(lower),
  })
  expect(saidOf('facts/same', 'settings.isCloud', told(true))).toBeInstanceOf(Breach)
  expect(saidOf('facts/same', 'settings.isCloud', told(false))).toBeUndefined()
})

/** The owner, of whom one read shows only the identifier of the login, and the list both. */
const owner = (authId: string): Given => ({
  probes: [
    { ask: 'list', of: '', exchange: success([{ userId: 'user-1', authId: 'auth-1' }]) },
    { ask: 'one', of: '', exchange: success({ authId }) },
  ],
})

it('a user that is shown under one identifier agrees with the list that has it', () => {
  expect(saidOf('people/agree', 'admin.one', owner('auth-1'))).toBeUndefined()
  expect(saidOf('people/agree', 'admin.one', owner('auth-2'))).toBeInstanceOf(Inconclusive)
})

/** The user who was asked for, shown without userId. */
const shownBy = (fields: Readonly<Record<string, unknown>>): Given => ({
  probes: [
    { ask: 'list', of: '', exchange: success([{ userId: 'user-1', authId: 'auth-1' }]) },
    { ask: 'one', of: 'user-1', exchange: success({ authId: 'auth-1', ...fields }) },
  ],
})

it('a user who is shown under the identifier that was asked for shows it by its exact name', () => {
  expect(saidOf('people/agree', 'user.byUserId', shownBy({ user_id: 'user-1' }))).toMatchObject({ level: 'MUST' })
  expect(saidOf('people/agree', 'user.byUserId', shownBy({ userIp: '127.0.0.1' }))).not.toBeInstanceOf(Breach)
})
