import { beforeAll, describe, expect, it } from 'vitest'
import { validBody } from '../../fixtures/payload/payload.ts'
import { values } from '../../fixtures/payload/values.ts'
import { operations } from '../../schemas/registry.ts'
import type { Permission } from '../../schemas/target.ts'
import type { Outcome } from '../../suites/run/outcome.ts'
import { foreignOf } from './seen-of.ts'
import { ids, left, run, standing } from './standing.ts'

/** A server whose creates answer `true`, with no word of where their records can be found. */
async function blind(allow: readonly Permission[]) {
  const { store, options } = await standing({
    seeded: 3,
    variants: ['creates/true'],
    target: { lookup: {} },
    options: { allow, settleMs: 300 },
  })
  const before = foreignOf(store)
  const outcome = await run({ options })
  const told = outcome.leftovers.map(({ name }) => name)
  return { outcome, remaining: left(store), told, foreign: { before, after: foreignOf(store) } }
}

describe.each<{ allow: readonly Permission[] }>([{ allow: [] }, { allow: ['deploy', 'host', 'destructive'] }])(
  'where creates show nothing of what they made, with $allow allowed',
  ({ allow }) => {
    let seen: Promise<Awaited<ReturnType<typeof blind>>> | undefined
    const outcome = () => (seen ??= blind(allow))

    it('nothing fails, and nothing is warned of', async () => {
      expect(ids((await outcome()).outcome, 'fail', 'warn', 'error')).toEqual([])
    })

    it('what others have is left alone', async () => {
      const { before, after } = (await outcome()).foreign
      expect(after).toEqual(before)
    })

    it('every result is reached', async () => {
      const { executed, planned, noVerdict } = (await outcome()).outcome
      expect([executed, noVerdict]).toEqual([planned, null])
    })

    it.each(['sqla', 'application', 'compose', 'colstore'])('%s: its record is not called made', async (kind) => {
      const made = (await outcome()).outcome.results.find(({ id }) => id === `${kind}.create records/made`)
      expect(made).toMatchObject({ verdict: 'inconclusive', supply: expect.stringContaining('lookup') })
    })

    it('nothing passes that would have needed a record', async () => {
      const { results } = (await outcome()).outcome
      const effects = results.filter(
        ({ check, operation }) => check === 'auth/no-effect' && operation.startsWith('sqla.'),
      )
      expect(effects.length).toBeGreaterThan(5)
      expect(effects.filter(({ verdict }) => verdict === 'pass')).toEqual([])
    })

    it('writes that need a record are blocked by its create, unless all is allowed', async () => {
      const { results } = (await outcome()).outcome
      const update = results.find(({ id }) => id === 'sqla.update exists/operation')
      if (allow.length === 0)
        expect(update).toMatchObject({ verdict: 'blocked', blockedBy: 'sqla.create records/made' })
      else expect(update?.verdict).not.toBe('blocked')
    })

    it('each of what stays is told, by its name where it was given one', async () => {
      const { remaining, told } = await outcome()
      const named = remaining.filter((one) => / ts-/.test(one))
      expect(told).toHaveLength(remaining.length)
      expect(named.filter((one) => !told.some((name) => name !== '' && one.endsWith(name)))).toEqual([])
    })

    it('one record of a kind stays at most', async () => {
      const kinds = (await outcome()).outcome.leftovers.map(({ kind }) => kind)
      expect(kinds.length).toBeGreaterThan(3)
      expect(new Set(kinds).size).toBe(kinds.length)
    })
  },
)

describe('where creates show nothing but a lookup does', () => {
  let outcome: Outcome
  let remaining: string[] = []
  let foreign: readonly unknown[] = []

  beforeAll(async () => {
    const { store, options, die } = await standing({ seeded: 3, variants: ['creates/true'] }, 'kept')
    const before = foreignOf(store)
    outcome = await run({ options })
    remaining = left(store)
    foreign = [before, foreignOf(store)]
    die()
  })

  it('what others have is left alone', () => {
    expect(foreign[1]).toEqual(foreign[0])
  })

  it('nothing is blocked', () => {
    expect(ids(outcome, 'fail', 'warn', 'error', 'blocked')).toEqual([])
  })

  it('records are found, and called made', () => {
    expect(outcome.results.find(({ id }) => id === 'sqla.create records/made')?.verdict).toBe('pass')
  })

  it('nothing with a name stays', () => {
    expect(remaining.filter((one) => / \/?ts-/.test(one))).toEqual([])
  })
})

describe('where creates take whatever is broken, and show nothing of what they made of it', () => {
  const made = values('broken', 1, 'broken')
  let outcome: Outcome
  let remaining: string[] = []

  beforeAll(async () => {
    const { store, options, die } = await standing(
      {
        target: { lookup: {} },
        options: { settleMs: 300, fuzz: 5 },
        async between(request, next) {
          const create = operations.find(({ name, path }) => name === 'create' && request.url.endsWith(path))
          const response = await next(request.clone())
          if (!create || response.ok || response.status === 401) return response
          const body = JSON.stringify(validBody(create, options.target, made))
          const instead = await next(new Request(request.url, { method: 'POST', headers: request.headers, body }))
          return instead.ok ? Response.json(true) : instead
        },
      },
      'kept',
    )
    outcome = await run({ options })
    remaining = left(store)
    die()
  })

  it('one record of a kind stays at most, and each is told', () => {
    const kinds = remaining.map((one) => one.split(' ', 1)[0] ?? '')
    expect(kinds.length).toBeGreaterThan(5)
    expect(new Set(kinds).size).toBe(kinds.length)
    expect(outcome.leftovers).toHaveLength(remaining.length)
  })

  it('valid creates go on being judged', () => {
    expect(outcome.results.find(({ id }) => id === 'sqla.create burst/distinct')?.verdict).toBe('pass')
  })

  it('what was not sent is not called refused', () => {
    const judged = outcome.results.filter(({ operation }) => operation === 'sqla.create')
    expect(judged.find(({ check }) => check === 'params/malformed-json')).toMatchObject({ verdict: 'inconclusive' })
  })
})
