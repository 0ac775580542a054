/** The restart of a container, beside which others start. */
import { expect, it } from 'vitest'
import { operation } from '../../../schemas/registry.ts'
import { restartedChecks } from '../../../suites/checks/restarted.ts'
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

/** What is said of the restart between two lists. */
function judged(before: readonly Shown[], after: readonly Shown[]): string {
  const [check] = restartedChecks
  const control = success(true, { asked: { body: { containerId: NAMED } } })
  const given = { control, probes: [listOf('list-before', before), listOf('list', after)] }
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
