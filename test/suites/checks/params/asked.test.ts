import { expect, test } from 'vitest'
import { operation, type OperationId } from '../../../../schemas/registry.ts'
import { isIdentifier, pointing, votesOn } from '../../../../suites/checks/params/asked.ts'
import { Inconclusive } from '../../../../suites/claim/finding.ts'
import type { Tried } from '../../../../suites/evidence/variations/variation.ts'
import { caseOf } from '../../cases.ts'
import { success } from '../../red/pair.ts'

test.each([
  ['sqla.update', ', of requests about something by its identifier'],
  ['admin.removeUser', ', of requests about something by its identifier'],
  ['sqla.create', ', of requests that point at something'],
  ['compose.deployTemplate', ', of requests that point at something'],
  ['registry.create', ''],
  ['settings.updateProxyFile', ''],
] satisfies [OperationId, string][])('%s is asked among its like', (id, words) => {
  expect(pointing(operation(id))).toBe(words)
})

test.each([
  ['sqlaId', true],
  ['id', true],
  ['paid', false],
  ['accesedProjects', false],
])('%s is an identifier: %s', (name, is) => {
  expect(isIdentifier(name)).toBe(is)
})

const takenBody = (of: string, family: 'not-an-object' | 'provoke'): Tried => ({
  variation: { family, of, kind: of === 'the body' ? 'an array' : '', about: 'own', call: {} },
  exchange: success({ ok: true }),
  taken: true,
})

const votesWhere = (bodies: readonly Tried[], provoked: readonly Tried[] = []) =>
  votesOn(
    { ...caseOf(), operation: operation('registry.testRegistry'), control: success({ ok: true }), provoked },
    bodies,
    () => ({ question: 'a body that is no object is sent' }),
  )

test('an array that is accepted says nothing of arrays if an empty object is accepted too', () => {
  const array = takenBody('the body', 'not-an-object')
  expect(votesWhere([array])).toHaveLength(1)
  expect(() => votesWhere([array], [takenBody('every field', 'provoke')])).toThrow(Inconclusive)
})

test('a removal of nobody that is accepted without an identifier says nothing of what is missing', () => {
  const without: Tried = {
    variation: { family: 'missing-required', of: 'authId', about: 'own', call: {} },
    exchange: success(true),
    taken: true,
  }
  const given = { ...caseOf(), operation: operation('admin.removeUser'), control: success(true) }
  const asking = () => ({ question: 'nothing is sent' })
  expect(votesOn(given, [without], asking)).toHaveLength(1)
  const probes = [{ ask: 'unknown', of: 'nobody', exchange: success(true) }] as const
  expect(() => votesOn({ ...given, probes }, [without], asking)).toThrow(Inconclusive)
})
