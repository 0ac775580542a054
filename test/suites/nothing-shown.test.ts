import { beforeAll, describe, expect, it } from 'vitest'
import type { Permission } from '../../schemas/target.ts'
import type { Outcome } from '../../suites/outcome.ts'
import { ids, left, run, standing } from './standing.ts'

/** A server whose creates answer `true`, with no word of where their records can be found. */
async function blind(allow: readonly Permission[]): Promise<{ outcome: Outcome; remaining: string[]; told: string[] }> {
  const { store, options } = await standing({
    variants: ['creates/true'],
    target: { lookup: {} },
    options: { allow, settleMs: 300 },
  })
  const outcome = await run({ options })
  return { outcome, remaining: left(store), told: outcome.leftovers.map(({ name }) => name) }
}

describe.each<{ allow: readonly Permission[] }>([{ allow: [] }, { allow: ['deploy', 'host', 'destructive'] }])(
  'where creates show nothing of what they made, with $allow allowed',
  ({ allow }) => {
    let seen: Promise<Awaited<ReturnType<typeof blind>>> | undefined
    const outcome = () => (seen ??= blind(allow))

    it('nothing fails, and nothing is warned of', async () => {
      expect(ids((await outcome()).outcome, 'fail', 'warn', 'error')).toEqual([])
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

  beforeAll(async () => {
    const { store, options, die } = await standing({ variants: ['creates/true'] }, 'kept')
    outcome = await run({ options })
    remaining = left(store)
    die()
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
