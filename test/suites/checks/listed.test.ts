import { describe, expect, it } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { isMonitor, isConsistencyCheck } from '../../../suites/checks/check.ts'
import { listChecks } from '../../../suites/checks/listed.ts'
import { Breach } from '../../../suites/claim/finding.ts'
import { caseOf } from '../cases.ts'
import { responseOf, exchangeOf } from '../exchanges.ts'

const row = (id: string, name: string) => ({ registryId: id, registryName: name })
const both = [row('id-1', 'ts-run-1'), row('id-2', 'ts-run-2')]

/** What is said of a list of two records of the run, id-1 and id-2, from which id-3 was deleted. */
function saidOf(list: unknown): string {
  const [check] = listChecks
  const shown = exchangeOf(responseOf({ body: list }))
  const neighbourReads = {
    field: 'registryId',
    id: 'id-1',
    otherId: 'id-2',
    goneId: 'id-3',
    own: ['ts-run-1'],
    other: ['ts-run-2'],
    ofOther: shown,
    ofNear: [],
    strangers: [],
  }
  const scene = caseOf({ control: shown, neighbourReads })
  try {
    if (!check || isMonitor(check) || isConsistencyCheck(check)) throw new Error('no check')
    check.prove({ ...scene, operation: operation('registry.all') })
    return 'held'
  } catch (thrown) {
    if (thrown instanceof Breach) return thrown.got
    throw thrown
  }
}

describe('records/listed', () => {
  it.each([
    ['a list of both', both],
    ['one record shown in two places', { recent: [both[0]], all: both }],
    ['one with copies of its name in what it holds', [{ ...both[0], auth: { registryName: 'ts-run-1' } }, both[1]]],
    ['others under other names', [...both, row('id-9', 'theirs')]],
  ])('takes %s', (_what, list) => {
    expect(saidOf(list)).toBe('held')
  })

  it.each([
    ['a plain id', 'id'],
    ['another spelling', 'registry_id'],
  ])('refuses records whose identifier stands under %s alone', (_what, name) => {
    const renamed = both.map(({ registryId, registryName }) => ({ [name]: registryId, registryName }))
    expect(saidOf(renamed)).toContain(`the identifier under ${name}`)
    expect(saidOf(both.map((one) => ({ ...one, [name]: one.registryId })))).toBe('held')
  })

  it.each([
    ['records by their identifiers', { 'id-1': both[0], 'id-2': both[1] }],
    ['links to records', both.map(({ registryId, ...one }) => ({ ...one, self: registryId }))],
  ])('takes %s', (_what, list) => {
    expect(saidOf(list)).toBe('held')
  })

  it('refuses two records of what was made once', () => {
    expect(saidOf([...both, row('id-4', 'ts-run-1')])).toBe('2 of its names: "id-1", "id-4"')
  })
})
