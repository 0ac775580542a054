import { expect, test } from 'vitest'
import { operation, type OperationId } from '../../../../schemas/registry.ts'
import { isIdentifier, pointing } from '../../../../suites/checks/params/asked.ts'

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
