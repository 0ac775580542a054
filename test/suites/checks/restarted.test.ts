/** The restart of a container, beside which others start. */
import { expect, it } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { restartedChecks } from '../../../suites/checks/restarted.ts'
import type { Probe } from '../../../suites/evidence/probes/probe.ts'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import { caseOf } from '../cases.ts'
import { success } from '../red/pair.ts'

const RUN = 'abcd1234'
const NAMED = 'container-1'

/** A container by its identifier, what it is of, how often it was started, and its own name where it is shown. */
type Shown = readonly [id: string, appName: string, restarts: number, name?: string]

const listOf = (ask: 'list' | 'list-before', all: readonly Shown[]) => ({
  ask,
  of: '',
  exchange: success(all.map(([containerId, appName, restarts, name]) => ({ containerId, appName, restarts, name }))),
})

const readOf = (ask: 'one' | 'one-before', [containerId, appName, restarts]: Shown) => ({
  ask,
  of: containerId,
  exchange: success({ containerId, appName, restarts }),
})

/** What is said of the restart between two lists, and reads of single containers. */
function judged(before: readonly Shown[], after: readonly Shown[], reads: readonly Probe[] = []): string {
  const [check] = restartedChecks
  const control = success(true, { asked: { body: { containerId: NAMED } } })
  const given = { control, probes: [listOf('list-before', before), ...reads, listOf('list', after)] }
  try {
    check?.prove({ ...caseOf(given), operation: operation('engine.restartContainer'), run: RUN })
  } catch (error) {
    if (error instanceof Breach || error instanceof Inconclusive) return error.message
    throw error
  }
  return 'pass'
}

const still: Shown = ['container-2', 'proxy', 0]

it.each([
  ['the run’s own starts meanwhile', ['container-3', `ts-${RUN}-kvstore-1`, 1], 'pass'],
  ['somebody else’s starts meanwhile', ['container-3', 'shop', 1], 'container-3 shows a new start'],
] as const)('%s', (_, other, said) => {
  const [id, appName] = other
  expect(judged([[NAMED, 'shop', 0], still, [id, appName, 0]], [[NAMED, 'shop', 1], still, other])).toContain(said)
})

it('one of the run’s own that starts tells nothing of the others', () => {
  const own = (restarts: number): Shown => ['container-3', `ts-${RUN}-kvstore-1`, restarts]
  expect(judged([[NAMED, 'shop', 0], own(0)], [[NAMED, 'shop', 1], own(1)])).toContain('no other container shows')
})

it.each([
  ['a second container of its name', 'shop.1', 'container-9 beside it'],
  ['another one in its place, as a cluster puts it', 'shop.1.next', 'pass'],
])('%s is listed since', (_, name, said) => {
  const before: readonly Shown[] = [[NAMED, 'shop', 0, 'shop.1'], still]
  const after: readonly Shown[] = [[NAMED, 'shop', 1, 'shop.1'], still, ['container-9', 'shop', 0, name]]
  expect(judged(before, after)).toContain(said)
})

it.each([
  ['before', readOf('one-before', still)],
  ['after', readOf('one', still)],
])('a container that is read alone only %s shows no other start thereby', (_, read) => {
  expect(judged([[NAMED, 'shop', 0], still], [[NAMED, 'shop', 1], still], [read])).toBe('pass')
  expect(judged([[NAMED, 'shop', 0], still], [[NAMED, 'shop', 0], still], [read])).toContain('nothing shows which')
})

it('a container that is read alone, before and after, shows its start there as well', () => {
  const other: Shown = ['container-2', 'proxy', 1]
  const reads = [readOf('one-before', still), readOf('one', other)]
  expect(judged([[NAMED, 'shop', 0], still], [[NAMED, 'shop', 0], still], reads)).toContain(
    'container-2, which shows restarts 0, restarts 1; before: restarts 0',
  )
})
