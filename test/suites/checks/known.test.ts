/** A record that one operation does not know: told outright, or compared with other kinds. */
import { expect, it } from 'vitest'
import { operation, type OperationId } from '../../../schemas/registry.ts'
import { knownChecks } from '../../../suites/checks/known.ts'
import { Breach } from '../../../suites/claim/finding.ts'
import { caseOf } from '../cases.ts'
import { failure, success } from '../red/pair.ts'

const denied = { control: failure(), denial: { unknown: failure(), again: failure(), read: success() } }

function ask(of: OperationId, placeholders: readonly string[] = []) {
  const [known] = knownChecks
  if (!known) throw new Error('no check')
  return known.ask({ ...caseOf(denied), operation: operation(of), placeholders })
}

it.each(['sqla.update', 'docstore.saveEnvironment', 'registry.remove'] as const)('%s is told outright', (of) => {
  expect(() => ask(of)).toThrow(Breach)
})

it.each([
  ['needs a running host', 'sqla.stop'],
  ['names something else that may be missing', 'application.saveGammaProvider'],
  ['names another place', 'colstore.move'],
  ['only reads', 'application.readProxyConfig'],
] as const)('what %s only votes', (_why, of) => {
  expect(ask(of)).toMatchObject([{ way: 'taken' }])
})

it('only votes where the request was filled with what nobody has', () => {
  expect(ask('sqla.update', ['projectId'])).toMatchObject([{ way: 'taken' }])
})
