import { describe, expect, it } from 'vitest'
import { summary } from '../../reports/screen/terminal.ts'
import { entriesOf } from '../../reports/model/entries.ts'
import { operations } from '../../schemas/registry.ts'
import type { RunOptions } from '../../schemas/target.ts'
import type { Outcome } from '../../suites/run/outcome.ts'
import { report } from '../reports/samples.ts'
import { confirmed } from './moments.ts'
import type { Between } from './standing.ts'
import { errorResponse, ids, run, runOn, standing, TOKEN } from './standing.ts'

const right = `Bearer ${TOKEN}`
/** Whether a header is an attempt at a token: neither none at all, nor the right one in either case of its scheme. */
const isBad = (header: string | null) =>
  header !== null && !['', 'Bearer', right, right.replace('Bearer', 'bearer')].includes(header)

/** In the very words in which the server refuses a wrong token. */
const asRefused = () => errorResponse(401, 'UNAUTHORIZED', {}, 'The access token is not valid')

/** Counts the bad tokens that arrive, and after so many responses everything like this. */
function counting(limit = Infinity, locked: () => Response = asRefused) {
  const seen = { bad: 0, locked: 0 }
  const between: Between = (request, next) => {
    if (isBad(request.headers.get('authorization'))) seen.bad++
    if (seen.bad <= limit) return next(request)
    seen.locked++
    return locked()
  }
  return { seen, between }
}

/** What one run of a sound server showed, with the bad tokens that arrived. */
interface Ran {
  readonly outcome: Outcome
  readonly seen: Readonly<ReturnType<typeof counting>['seen']>
}

async function begin({ seen, between }: ReturnType<typeof counting>, options: Partial<RunOptions>): Promise<Ran> {
  const server = await standing({ between, options }, 'kept')
  try {
    return { outcome: await run(server), seen }
  } finally {
    server.die()
  }
}

describe('a target that locks out for good after 20 bad tokens', () => {
  let whole: Promise<Ran> | undefined
  const judged = () => (whole ??= begin(counting(20), { settleMs: 0 }))

  it('fails nothing', async () => {
    const { outcome, seen } = await judged()
    expect(seen.locked).toBeGreaterThan(100)
    expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  })

  it('has auth inconclusive where it can no more be told, and says why', async () => {
    const { between } = counting(20)
    const outcome = await runOn({ between, options: { only: ['sqla', 'auth'], settleMs: 0 } })
    const auth = outcome.results.filter(({ check }) => check.startsWith('auth/'))
    expect(auth.filter(({ verdict }) => verdict === 'inconclusive').length).toBeGreaterThan(50)
    expect(auth.some(({ reason }) => reason?.includes('it locks clients out'))).toBe(true)
  })

  it('is given the limit to add to the target file, with which it never locks out', async () => {
    const only = ['sqla', 'auth']
    const { results } = await runOn({ between: counting(20).between, options: { only, settleMs: 0 } })
    const { file, count } = entriesOf(results)
    expect(count).toBeGreaterThan(50)
    expect(file).toEqual({ limits: { badTokens: expect.any(Number) } })
    const told = summary(
      report(results),
      'r.json',
      '',
      { claim: () => undefined, says: () => undefined },
      (_, text) => text,
    )
    expect(told).toContain('"badTokens"')

    const again = counting(20)
    const badTokens = file?.limits?.badTokens ?? null
    const { observed } = await runOn({ between: again.between, options: { only, settleMs: 0, badTokens } })
    expect(again.seen.locked).toBe(0)
    expect(observed).not.toHaveProperty('connection.lockedOut')
  })

  it('is sent no more bad tokens once that is seen', async () => {
    const { seen } = await judged()
    // What was under way in all lanes when it was seen.
    expect(seen.bad).toBeLessThan(600)
  })

  // Both the operation and its negative control are refused alike: that is not to be taken for a path that does not exist.
  it.each([
    ['401 and other words', () => errorResponse(401, 'UNAUTHORIZED', {}, 'locked out')],
    ['401 and a code of its own', () => errorResponse(401, 'LOCKED', {}, 'locked out')],
    ['403', () => errorResponse(403, 'LOCKED', {}, 'locked out')],
    ['429', () => errorResponse(429, 'LOCKED', { 'retry-after': '600' }, 'locked out')],
  ])('fails nothing where it says so with %s', async (_how, locked) => {
    const { between } = counting(20, locked)
    const outcome = await runOn({ between, options: { settleMs: 0, only: ['exists', 'auth/wrong-token'] } })
    expect(ids(outcome, 'fail')).toEqual([])
  })
})

describe('a target that is busy or down once a record was created', () => {
  // docs/judgement.md has 429 inconclusive, and an error of the right shape legal.
  it.each([429, 503])('fails nothing where it answers %i to everything', async (status) => {
    let busy = false
    const outcome = await runOn(
      {
        options: { settleMs: 0, only: ['exists/*'] },
        between: (request, next) => (busy ? errorResponse(status, 'BUSY', { 'retry-after': '600' }) : next(request)),
      },
      { upon: { at: confirmed, act: () => (busy = true) } },
    )
    expect(busy).toBe(true)
    expect(ids(outcome, 'fail')).toEqual([])
  })
})

describe('a limit of bad tokens', () => {
  const limits = [0, 1, 5, 30, 60, 200]
  /** More than these are sent to these groups; limits of 1 and 5 are held by the whole run. */
  const only = ['application', 'sqla', 'settings', 'user']
  const runs = new Map<number, Promise<Ran>>()
  /** One run with each limit serves all that is asked of it. */
  const judged = (badTokens: number) => {
    const known =
      runs.get(badTokens) ?? begin(counting(), [1, 5].includes(badTokens) ? { badTokens } : { badTokens, only })
    runs.set(badTokens, known)
    return known
  }

  it.each(limits)('of %i is kept', async (badTokens) => {
    const { seen, outcome } = await judged(badTokens)
    expect(seen.bad).toBeLessThanOrEqual(badTokens)
    // It is reached: some bad tokens are not sent for it.
    expect(outcome.results.some(({ reason }) => reason === 'limits.badTokens permits no more bad tokens')).toBe(true)
  })

  it('has the rest skipped, and says why', async () => {
    const { outcome } = await judged(5)
    const skipped = outcome.results.filter(({ verdict }) => verdict === 'skipped')
    expect(skipped.length).toBeGreaterThan(1000)
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
      new Set(['limits.badTokens permits no more bad tokens']),
    )
  })

  it('leaves what bears no token to be judged', async () => {
    const { outcome } = await judged(1)
    const tokenless = outcome.results.filter(({ check }) =>
      /^auth\/(?:no-header|empty-header|bearer-alone)$/.test(check),
    )
    expect(tokenless).toHaveLength(operations.length * 3)
    expect(tokenless.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
  })

  it('keeps a wrong token for every operation before it is spent on more', async () => {
    const outcome = await runOn({ options: { badTokens: 100, only: ['sqla', 'application'] } })
    const wrong = outcome.results.filter(({ check }) => check === 'auth/wrong-token')
    expect(wrong.length).toBeGreaterThan(30)
    expect(wrong.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
  })

  it.each(limits)('of %i fails nothing', async (badTokens) => {
    expect(ids((await judged(badTokens)).outcome, 'fail', 'warn', 'error')).toEqual([])
  })

  it('still finds what no bad token is needed for', async () => {
    const { options } = await standing({
      faults: ['auth/open-settings.getIp'],
      options: { badTokens: 1, only: ['settings'] },
    })
    expect(ids(await run({ options }), 'fail')).toContain('settings.getIp auth/no-header')
  })
})
