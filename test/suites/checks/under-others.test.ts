import { expect, it } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { underOthersChecks } from '../../../suites/checks/under-others.ts'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import { caseOf } from '../cases.ts'
import { success } from '../red/pair.ts'

/** What is said of a read of the application id-1 that shows this, while id-2 has the port 9. */
function saidOf(shown: object): string {
  const [check] = underOthersChecks
  const neighbourReads = {
    field: 'applicationId',
    id: 'id-1',
    otherId: 'id-2',
    own: ['ts-run-1'],
    other: ['ts-run-2'],
    underOthers: [{ kind: 'port', field: 'portId', id: '9' } as const],
    ofOther: null,
    ofNear: [],
    strangers: [],
  }
  try {
    if (!check || !('prove' in check)) throw new Error('no check')
    check.prove({ ...caseOf({ control: success(shown), neighbourReads }), operation: operation('application.one') })
    return 'held'
  } catch (thrown) {
    if (thrown instanceof Breach) return thrown.got
    if (thrown instanceof Inconclusive) return 'undecided'
    throw thrown
  }
}

it('tells the port of another application, whether its identifier is a text or a number', () => {
  expect(saidOf({ ports: [{ portId: '9' }] })).toBe('the port 9 of another record')
  expect(saidOf({ ports: [{ portId: 9 }] })).toBe('the port 9 of another record')
})

it('accuses nobody of the same number elsewhere', () => {
  expect(saidOf({ ports: [{ portId: '8', publishedPort: 9 }], mounts: [{ mountId: '9' }] })).toBe('held')
})

it('leaves it open where another record is shown as well, as by who shows a whole project', () => {
  expect(saidOf({ project: { applications: [{ name: 'ts-run-2', ports: [{ portId: '9' }] }] } })).toBe('undecided')
})
