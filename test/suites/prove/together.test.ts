/** What many faults or variants on one server are told apart by, with runs that are made up. */
import { describe, expect, test } from 'vitest'
import { faults } from '../../../fixtures/reference/faults/index.ts'
import { variants } from '../../../fixtures/reference/variants/index.ts'
import { needsWire } from '../../../fixtures/reference/wrap.ts'
import { awayVariants } from '../../../fixtures/away/index.ts'
import { isConsistencyCheck } from '../../../suites/checks/check.ts'
import { batchesOfFaults, groupsOf } from '../../../suites/prove/batches.ts'
import { chosen } from '../../../suites/prove/chosen.ts'
import { batchesOfAwayVariants, batchesOfVariants } from '../../../suites/prove/compatible.ts'
import { awayChanges, changes } from '../../../suites/prove/changes.ts'
import type { Job, Judged } from '../../../suites/prove/job.ts'
import { killersOf } from '../../../suites/prove/kills.ts'
import { prove } from '../../../suites/prove/prove.ts'
import { proven, said, judgedAs } from './made-up.ts'

describe('faults on one server', () => {
  const pair = ['exists/no-compose.deployTemplate', 'values/dropped-user']
  const missing = said('compose.deployTemplate exists/operation', 'fail')
  const value = said('sqlc.create values/shown', 'warn')

  test('are killed each by its own check on its own group, in one run', async () => {
    const { matrix, servers } = await proven(pair, ({ faults: some }) => (some ? judgedAs(missing, value) : judgedAs()))
    expect(servers).toEqual([pair])
    expect(matrix.faults).toMatchObject([
      { id: 'exists/no-compose.deployTemplate', killedBy: ['exists/operation'], missedBy: [] },
      { id: 'values/dropped-user', killedBy: ['values/shown'], missedBy: [] },
    ])
  })

  test('are judged alone where they were not killed together, before they are called survivors', async () => {
    const { matrix, servers } = await proven(pair, ({ faults: some = [] }) =>
      some.length > 1 ? judgedAs(missing) : some[0] === pair[1] ? judgedAs(value) : judgedAs(),
    )
    expect(servers).toEqual([pair, ['values/dropped-user']])
    expect(matrix.faults.map(({ missedBy }) => missedBy)).toEqual([[], []])
  })

  test.each([
    ['on the group of the other', said('sqlc.create exists/operation', 'fail')],
    ['at another level', said('compose.deployTemplate exists/operation', 'warn')],
    ['by a check that does not name it', said('compose.deployTemplate media/json', 'fail')],
    ['on nothing that is an operation', said('the run exists/operation', 'fail')],
  ])('are not killed by what is said %s', async (_, other) => {
    const { matrix, servers } = await proven(pair, ({ faults: some }) =>
      some && some.length > 1 ? judgedAs(other, value) : judgedAs(),
    )
    expect(matrix.faults[0]).toMatchObject({ killedBy: [], missedBy: ['exists/operation'] })
    // By its checks, by all that is asked of its group, by everything.
    expect(servers).toEqual([pair, ...Array<string[]>(3).fill(['exists/no-compose.deployTemplate'])])
  })

  test('are told apart by the operations that they break where one vote names several', async () => {
    const asked = ['params/group-takes-missing', 'params/subject-missing']
    const kept = said('kvstore.update params/missing-required', 'warn')
    const beside = said('kvstore.create params/missing-required', 'warn')
    const { matrix, servers } = await proven(asked, ({ faults: some }) => {
      if (!some) return judgedAs()
      return some.length > 1 ? judgedAs(kept, beside) : judgedAs()
    })
    expect(matrix.faults.map(({ killedBy }) => killedBy)).toEqual([[], ['params/missing-required']])
    expect(servers[0]).toEqual(asked)
    expect(servers.slice(1).every((ids) => ids.join() === 'params/group-takes-missing')).toBe(true)
  })

  test('are not killed by votes on an operation of their group that they do not break', async () => {
    const asked = ['params/group-takes-missing', 'params/subject-missing']
    const other = [
      said('docstore.one params/missing-required', 'warn'),
      said('kvstore.one params/missing-required', 'warn'),
    ]
    const { matrix } = await proven(asked, ({ faults: some = [] }) =>
      some.length > 1 ? judgedAs(...other) : judgedAs(),
    )
    expect(matrix.faults.map(({ killedBy }) => killedBy)).toEqual([[], []])
  })

  test('are not killed by what the unfaulted server draws too', async () => {
    const { matrix } = await proven(pair, () => judgedAs(missing, value))
    expect(matrix.faults.map(({ killedBy }) => killedBy)).toEqual([[], []])
  })

  test('are all judged alone where their server was in trouble', async () => {
    const { servers } = await proven(pair, ({ faults: some }) => {
      if (!some) return judgedAs()
      return some.length > 1 ? { ...judgedAs(missing, value), trouble: ['hung'] } : judgedAs(missing, value)
    })
    expect(servers).toEqual([pair, ...pair.map((id) => [id])])
  })
})

describe('variants on one server', () => {
  const some = chosen(['ids/uuid', 'creates/201', 'errors/greek', 'limits/names'])
  const ids = some.variants.map(({ id }) => id)
  const accusation = said('port.one values/shown', 'warn')

  test('are all clean where nothing is said against it', async () => {
    const { matrix, servers } = await proven(ids, () => judgedAs())
    expect(servers.map((all) => all.toSorted())).toEqual([ids.toSorted()])
    expect(matrix.variants.every(({ accused }) => accused.length === 0)).toBe(true)
  })

  test('are judged by halves where it is accused, down to the one that it is about', async () => {
    const { matrix } = await proven(ids, ({ variants: on }) =>
      on?.includes('creates/201') ? judgedAs(accusation) : judgedAs(),
    )
    const accused = matrix.variants.filter((row) => row.accused.length > 0)
    expect(accused).toMatchObject([
      { id: 'creates/201', accused: [{ result: 'port.one values/shown', message: 'made up' }] },
    ])
  })

  test('are each accused of what is said against all together alone', async () => {
    const { matrix } = await proven(ids, ({ variants: on }) =>
      on?.length === ids.length ? judgedAs(accusation) : judgedAs(),
    )
    for (const { accused } of matrix.variants)
      expect(accused).toMatchObject([{ message: expect.stringContaining('only where these share a server') }])
  })

  test('are judged by halves where too much is left undecided, which might hide an accusation', async () => {
    const undecided = Array.from({ length: 400 }, () => said('port.one values/shown', 'inconclusive'))
    const { servers } = await proven(ids, ({ variants: on }) =>
      on?.includes('limits/names') ? judgedAs(...undecided) : judgedAs(),
    )
    expect(servers.map(({ length }) => length).toSorted((one, other) => one - other)).toEqual([1, 1, 2, 2, 4])
  })
})

test('variants that refuse different operations leave much undecided together, and are not judged by halves for it', async () => {
  const ids = ['deploy/refused', 'auth/read-only-host']
  const undecided = Array.from({ length: 700 }, () => said('port.one values/shown', 'inconclusive'))
  const { servers } = await proven(ids, ({ variants: on }) => (on ? judgedAs(...undecided) : judgedAs()))
  expect(servers).toEqual([ids])
})

test('what is seen late stands on no server that takes any body', () => {
  const takesAny = batchesOfVariants(variants).find((batch) => batch.some(({ id }) => id === 'writes/lenient'))
  expect(takesAny?.length).toBeGreaterThan(1)
  expect(takesAny?.filter(({ rules }) => rules?.lagMs)).toEqual([])
})

test('no two faults on one server break one group, and no check names two of them but a vote, and over a wire', () => {
  for (const batch of batchesOfFaults(faults)) {
    const ids = batch.map(({ id }) => id).join()
    const groups = batch.flatMap((fault) => [...groupsOf(fault)])
    expect(new Set(groups).size, ids).toBe(groups.length)
    const killers = batch.flatMap(({ id }) => killersOf(id))
    const alike = Map.groupBy(killers, ({ id }) => id)
    for (const [id, some] of alike)
      expect(some.length, `${id}: ${ids}`).toBeLessThanOrEqual(
        some.every(isConsistencyCheck) || batch.every(needsWire) ? 4 : 1,
      )
  }
})

test('faults of all operations stay alone, and those of votes stand with each other alone', () => {
  for (const batch of batchesOfFaults(faults).filter(({ length }) => length > 1)) {
    for (const { id, operations } of batch) expect(operations, id).not.toBe('*')
    const ofVotes = batch.filter(({ id }) => killersOf(id).some(isConsistencyCheck))
    expect([0, batch.length], batch.map(({ id }) => id).join()).toContain(ofVotes.length)
  }
})

test('what needs a wire stands on one server with nothing that needs none', () => {
  for (const batch of [...batchesOfFaults(faults), ...batchesOfVariants(variants)]) {
    const ids = batch.map(({ id }) => id)
    expect([0, batch.length], ids.join()).toContain(batch.filter(needsWire).length)
  }
})

test('runs that wait for what is never answered begin before all others', async () => {
  const hanging = faults.filter(({ id }) => /hangs-(?!up)|silent/.test(id)).map(({ id }) => id)
  const begun = new Map<string, Job['urgent']>()
  await proven([...hanging, 'version/null', 'engine/no-match'], ({ faults: some, urgent }) => {
    for (const id of some ?? []) if (!begun.has(id)) begun.set(id, urgent)
    return judgedAs()
  })
  expect(hanging.length).toBeGreaterThan(5)
  expect(hanging.map((id) => [id, begun.get(id)])).toEqual(hanging.map((id) => [id, 'waits']))
  expect([...begun.values()].some((urgent) => urgent === undefined)).toBe(true)
})

test('every fault and every variant stands on exactly one server', () => {
  const ids = (batches: readonly (readonly { readonly id: string }[])[]) => batches.flat().map(({ id }) => id)
  expect(ids(batchesOfFaults(faults)).toSorted()).toEqual(faults.map(({ id }) => id).toSorted())
  expect(ids(batchesOfVariants(variants)).toSorted()).toEqual(variants.map(({ id }) => id).toSorted())
  expect(ids(batchesOfAwayVariants(awayVariants)).toSorted()).toEqual(awayVariants.map(({ id }) => id).toSorted())
})

test('what variants change is said of variants that there are, and of each of the away server', () => {
  expect(variants.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(changes)))
  expect(Object.keys(awayChanges).toSorted()).toEqual(awayVariants.map(({ id }) => id).toSorted())
})

test('no two variants on one server change the same', () => {
  for (const [batches, all] of [
    [batchesOfVariants(variants), changes],
    [batchesOfAwayVariants(awayVariants), awayChanges],
  ] as const)
    for (const batch of batches.filter(({ length }) => length > 1)) {
      const changed = batch.flatMap(({ id }) => all[id] ?? [id.slice(0, id.indexOf('/'))])
      expect(new Set(changed).size, batch.map(({ id }) => id).join()).toBe(changed.length)
    }
})

test('what tells an error by its status is wrapped before all errors are 200, and an envelope is put around all else', () => {
  const outermostLast = [
    'answers/openapi-text',
    'answers/data',
    'errors/names-path',
    'habits/address-in-errors',
    'errors/all-200',
  ]
  const some = variants.filter(({ id }) => outermostLast.includes(id))
  expect(batchesOfVariants(some).map((batch) => batch.map(({ id }) => id))).toEqual([outermostLast])
})

describe('a fault of all operations', () => {
  const servers = (response: (only: readonly string[]) => Judged) => {
    const asked: (readonly string[])[] = []
    const run = ({ faults: some, only }: Job) => {
      if (some) asked.push(only)
      return Promise.resolve(some ? response(only) : judgedAs())
    }
    return prove({ only: ['auth/any-token'], seed: 7 }, undefined, { run, close: () => Promise.resolve() }).then(
      ({ faults: rows }) => ({ asked, row: rows[0] }),
    )
  }
  const found = said('user.all auth/wrong-token', 'fail')

  test('is looked for on a few groups first, and no further where it is found there', async () => {
    const { asked, row } = await servers(() => judgedAs(found))
    expect(asked).toEqual([[expect.stringMatching(/^\w+\.\* auth\/wrong-token$/), expect.any(String)]])
    expect(row).toMatchObject({ killedBy: ['auth/wrong-token'], missedBy: [] })
  })

  test('is looked for everywhere, and then by everything, before it is called a survivor', async () => {
    const { asked, row } = await servers(() => judgedAs())
    expect(asked.map((only) => only.length)).toEqual([2, 1, 0])
    expect(row).toMatchObject({ killedBy: [], missedBy: ['auth/wrong-token'] })
  })
})
