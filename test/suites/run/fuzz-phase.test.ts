import { expect, test } from 'vitest'
import { isRecordKind, operation } from '../../../schemas/registry.ts'
import type { RunOptions } from '../../../schemas/target.ts'
import type { Outcome } from '../../../suites/run/outcome.ts'
import { planned } from '../../../suites/run/plan.ts'
import { run, standing } from '../standing.ts'

const fuzz = 5
const total = (options: Parameters<typeof planned>[0]) =>
  planned(options).reduce((sum, { requests }) => sum + requests, 0)

interface Ran {
  readonly outcome: Outcome
  readonly planned: number
  /** All records of the server, before and after. */
  readonly records: readonly [before: string, after: string]
  /** Paths that were asked for, without their slash. */
  readonly asked: ReadonlySet<string>
}

async function begin(over: Partial<RunOptions>): Promise<Ran> {
  const asked = new Set<string>()
  const server = await standing(
    {
      between: (request, next) => {
        asked.add(new URL(request.url).pathname.slice(1))
        return next(request)
      },
      options: { only: ['fuzz'], fuzz, ...over },
      seeded: 2,
    },
    'kept',
  )
  const records = () => JSON.stringify(Object.values(server.store.records).map((table) => table.rows()))
  try {
    const before = records()
    const outcome = await run(server)
    return { outcome, planned: total(server.options), records: [before, records()], asked }
  } finally {
    server.die()
  }
}

let harmless: Promise<Ran> | undefined
/** Fuzzing without a permission: one run serves all that is asked of it. */
const unpermitted = () => (harmless ??= begin({ allow: [] }))

test.each<[string, () => Promise<Ran>]>([
  ['everything that is asked for', () => begin({})],
  ['what needs no permission', unpermitted],
  ['one kind', () => begin({ only: ['sqla.* fuzz'] })],
  ['ports', () => begin({ only: ['port.* fuzz'] })],
  ['reads of the host', () => begin({ only: ['engine.* fuzz', 'user.* fuzz'] })],
])('fuzzing %s finds nothing wrong with the reference server, and sends what was planned', async (_what, judged) => {
  const { outcome, planned: requests, records } = await judged()
  expect(outcome.executed).toBe(outcome.planned)
  const odd = outcome.results.filter(({ verdict }) => !['pass', 'note', 'skipped'].includes(verdict))
  expect(odd.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
  expect(outcome.leftovers).toEqual([])
  expect(records[1]).toBe(records[0])
  expect(outcome.requests).toBeLessThanOrEqual(requests)
  expect(requests).toBeLessThanOrEqual(1.25 * outcome.requests)
})

test('without a permission nothing goes out but reads and what is done to records of the run', async () => {
  const { asked } = await unpermitted()
  const known = [...asked].filter((name) => /^\w+\.\w+$/.test(name))
  const effects = known.flatMap((name) => {
    try {
      // A path of calibration's own is no operation.
      return [operation(name as Parameters<typeof operation>[0])]
    } catch {
      return []
    }
  })
  expect(effects.length).toBeGreaterThan(80)
  expect([...new Set(effects.map(({ effect }) => effect))].toSorted()).toEqual(['read', 'resource'])
  expect(
    effects.filter(({ effect, act }) => effect === 'resource' && !isRecordKind(act.kind)).map(({ id }) => id),
  ).toEqual(['registry.testRegistry'])
})
