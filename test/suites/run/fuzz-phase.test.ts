import { expect, test } from 'vitest'
import { isRecordKind, operation } from '../../../schemas/registry.ts'
import { planned } from '../../../suites/run/plan.ts'
import { run, standing } from '../standing.ts'

const fuzz = 10
const total = (options: Parameters<typeof planned>[0]) =>
  planned(options).reduce((sum, { requests }) => sum + requests, 0)

test.each([
  ['everything that is asked for', {}],
  ['what needs no permission', { allow: [] }],
  ['one kind', { only: ['sqla.* fuzz'] }],
  ['ports', { only: ['port.* fuzz'] }],
  ['reads of the host', { only: ['engine.* fuzz', 'user.* fuzz'] }],
] as const)(
  'fuzzing %s finds nothing wrong with the reference server, and sends what was planned',
  async (_what, over) => {
    const { options, store } = await standing({ options: { only: ['fuzz'], fuzz, ...over }, seeded: 2 })
    const before = JSON.stringify(Object.values(store.records).map((table) => table.rows()))
    const outcome = await run({ options })
    expect(outcome.executed).toBe(outcome.planned)
    const odd = outcome.results.filter(({ verdict }) => !['pass', 'note', 'skipped'].includes(verdict))
    expect(odd.map(({ id, message }) => `${id}: ${message}`)).toEqual([])
    expect(outcome.leftovers).toEqual([])
    expect(JSON.stringify(Object.values(store.records).map((table) => table.rows()))).toBe(before)
    expect(outcome.requests).toBeLessThanOrEqual(total(options))
    expect(total(options)).toBeLessThanOrEqual(1.25 * outcome.requests)
  },
)

test('without a permission nothing goes out but reads and what is done to records of the run', async () => {
  const asked = new Set<string>()
  const { options } = await standing({
    between: (request, next) => {
      asked.add(new URL(request.url).pathname.slice(1))
      return next(request)
    },
    options: { only: ['fuzz'], fuzz, allow: [] },
  })
  await run({ options })
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
