import { expect, it } from 'vitest'
import { operation, type OperationId } from '../../../schemas/registry.ts'
import { isConsistencyCheck, isMonitor } from '../../../suites/checks/check.ts'
import { echoBreach } from '../../../suites/checks/echo.ts'
import { ownChecks } from '../../../suites/checks/own.ts'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import { caseOf } from '../cases.ts'
import { exchangeOf, responseOf } from '../exchanges.ts'
import { success, writtenField } from '../red/pair.ts'

/** What is said of a read of the stack id-1, beside a read of the stack id-2. */
function saidOf(of: OperationId, first: unknown, second: unknown): string {
  const [check] = ownChecks
  const neighbourReads = {
    field: 'composeId',
    id: 'id-1',
    otherId: 'id-2',
    own: ['ts-run-1'],
    other: ['ts-run-2'],
    ofOther: exchangeOf(responseOf({ body: second }), { path: `/${of}?composeId=id-2` }),
    ofNear: [],
    strangers: [],
  }
  try {
    if (!check || isMonitor(check) || isConsistencyCheck(check)) throw new Error('no check')
    check.prove({ ...caseOf({ control: success(first), neighbourReads }), operation: operation(of), run: 'ts-run' })
    return 'held'
  } catch (thrown) {
    if (thrown instanceof Breach) return thrown.got
    if (thrown instanceof Inconclusive) return 'undecided'
    throw thrown
  }
}

const converted = (composeId: string) => ({ composeId, converted: 'services: {}' })

it('an identifier tells whose a converted file is, though no name does', () => {
  const said = (first: unknown, second: unknown) => saidOf('compose.getConvertedCompose', first, second)
  expect(said(converted('id-1'), converted('id-2'))).toBe('held')
  expect(said(converted('id-2'), converted('id-2'))).toBe('a record whose composeId is id-2')
  expect(said(converted('id-1'), converted('id-1'))).toBe('a record whose composeId is id-1')
  expect(said('services: {}', 'services: {}')).toBe('undecided')
})

it('what stands beside every record tells nothing of one', () => {
  const said = (first: string, second: string) => {
    const read = (config: string) => ({ config, all: ['# ts-run-1', '# ts-run-3', '# ts-run-4'] })
    return saidOf('application.readProxyConfig', read(first), read(second))
  }
  expect(said('# ts-run-1', '# ts-run-3')).toBe('held')
  expect(said('# ts-run-1', '# ts-run-1')).toBe('the first one again: ts-run-1')
  expect(said('# ts-run-4', '# ts-run-4')).toBe('the first one again: ts-run-1')
})

it.each([
  ['the service that was sent', 'service', undefined],
  ['the service itself', { applicationId: 'service' }, undefined],
  ['nothing', null, undefined],
  [
    'another service',
    'mount',
    'its own response shows serviceId as "mount" (another text of 5 characters in place of 7)',
  ],
])('a create that shows %s', (_what, serviceId, got) => {
  const write = success({ mountId: 'mount', serviceId })
  const record = { mountId: 'mount', serviceId: 'service' }
  const found = {
    kept: [],
    others: [],
    compared: { kept: 1, others: 1 },
    writtenFields: [writtenField({ field: 'serviceId', written: 'service' })],
    last: { exchange: success(record), record },
    exchanges: [write],
  }
  expect(echoBreach(operation('mounts.create'), found, write)?.got).toBe(got)
})
