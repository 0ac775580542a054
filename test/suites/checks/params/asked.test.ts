import { expect, test } from 'vitest'
import { operation, type OperationId } from '../../../../schemas/registry.ts'
import { isIdentifier, pointing, tried } from '../../../../suites/checks/params/asked.ts'
import { Skipped, Inconclusive } from '../../../../suites/claim/finding.ts'
import { emptyTrace, type Trace } from '../../../../suites/evidence/trace.ts'
import { sceneOf } from '../../cases.ts'

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

const unsentTo = (trace: Partial<Trace>) => () =>
  tried({ ...sceneOf({ ...emptyTrace(), ...trace }), operation: operation('sqla.remove') }, 'missing-required')

test('what was not sent for want of a permission is skipped, and for want of a record not told', () => {
  expect(unsentTo({})).toThrow(Skipped)
  expect(unsentTo({ destructive: true })).toThrow(Inconclusive)
})
