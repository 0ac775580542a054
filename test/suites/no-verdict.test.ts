import { describe, expect, it } from 'vitest'
import { afterUpdate, confirmed, ofCalibration } from './moments.ts'
import { errorResponse, ids, run, runOn, standing } from './standing.ts'

describe('there is no verdict', () => {
  it('on a target that can’t be reached', async () => {
    const server = await standing()
    server.die()
    const outcome = await run(server)
    expect(outcome.noVerdict).toContain(`${server.options.target.baseUrl} can't be reached`)
    expect(outcome.results).toEqual([])
  })

  it('on a target that goes away once a record was updated', async () => {
    const server = await standing()
    const outcome = await run(server, { upon: { at: afterUpdate, act: server.die } })
    expect(outcome.noVerdict).toContain('the target stopped responding')
    expect(ids(outcome, 'fail', 'error')).toEqual([])
  })

  it('on a target that goes away once a record was created, and names that record', async () => {
    const server = await standing({ options: { only: ['sqla.one'] } })
    const outcome = await run(server, { upon: { at: confirmed, act: server.die } })
    expect(outcome.leftovers.map(({ kind }) => kind)).toContain('sqla')
  })

  it.each([
    [401, 'UNAUTHORIZED'],
    [403, 'FORBIDDEN'],
    [400, 'NO_SUCH_TOKEN'],
  ])('on a target that refuses the token with %i', async (status, code) => {
    const outcome = await runOn({ between: () => errorResponse(status, code) })
    expect(outcome.noVerdict).toContain('refuses the token')
    expect(outcome.noVerdict).toContain(`${status} ${code}`)
    expect(outcome.noVerdict).toContain('TOUCHSTONE_TOKEN')
  })

  it('on a target that fails whoever asks, which says nothing of the token', async () => {
    const outcome = await runOn({ between: () => errorResponse(503, 'DOWN') })
    expect(outcome.noVerdict).toContain('fails with the right token, a wrong one and none alike: 503')
    expect(outcome.noVerdict).not.toContain('refuses the token')
  })

  it('on a target that refuses the token with 200, a missing one in other words', async () => {
    const outcome = await runOn({ variants: ['errors/all-200'], target: { token: 'quite-another-token' } })
    expect(outcome.noVerdict).toContain('refuses the token')
  })

  // What the right token gets too is not taken for a refusal; so all is 'served', and everything fails.
  it('on a target that refuses every token with 200 and the same words', async () => {
    const outcome = await runOn({
      variants: ['auth/same-refusal', 'errors/all-200'],
      target: { token: 'quite-another-token' },
      options: { only: ['settings.health', 'sqla.one'] },
    })
    expect(outcome.noVerdict).toContain('refuses the token')
  })

  it('on a target that answers everybody alike, and shows what it answered', async () => {
    const page = () =>
      Promise.resolve(new Response('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } }))
    const outcome = await runOn({ between: page })
    expect(outcome.noVerdict).not.toContain('refuses the token')
    expect(outcome.noVerdict).toContain('It checks no token, or is not this API')
    expect(outcome.noVerdict).toContain('with a wrong one (200 "<html>Welcome</html>")')
  })

  it('on a target to which another token was given', async () => {
    const outcome = await runOn({ target: { token: 'quite-another-token-than-the-servers' } })
    expect(outcome.noVerdict).toContain('refuses the token')
    expect(outcome.requests).toBeLessThan(60)
  })

  it('on a server where nothing is at any path', async () => {
    const outcome = await runOn({ between: () => errorResponse(404, 'NOT_FOUND') })
    expect(outcome.noVerdict).toBeTypeOf('string')
    expect(ids(outcome, 'fail')).toEqual([])
  })

  it('past the limit of requests', async () => {
    const outcome = await runOn({ options: { maxRequests: 10 } })
    expect(outcome.noVerdict).toContain('The limit of 10 requests is reached')
    expect(outcome.requests).toBe(10)
  })

  it('where every read that could show its ways is omitted', async () => {
    const outcome = await runOn({ target: { omit: ['settings', 'user', 'registry', 'compose', 'engine', 'cluster'] } })
    expect(outcome.noVerdict).toContain('omit fewer')
    expect(outcome.requests).toBe(0)
  })
})

describe('an interrupted run', () => {
  it('says so, and keeps the results that it has', async () => {
    const server = await standing()
    const outcome = await run(server, { stopAt: () => ({ entry: ({ event }) => event === 'deleted' }) })
    expect([outcome.interrupted, outcome.noVerdict]).toEqual([true, null])
    expect(outcome.executed).toBeLessThan(outcome.planned)
    expect(outcome.results).toHaveLength(outcome.executed)
    expect(ids(outcome, 'fail', 'warn', 'error')).toEqual([])
  })

  it.each(Object.entries(ofCalibration))(
    'has no results where it is stopped %s, while it calibrates',
    async (_, stopAt) => {
      const server = await standing()
      const outcome = await run(server, { stopAt })
      expect([outcome.interrupted, outcome.noVerdict, outcome.results.length]).toEqual([true, null, 0])
    },
  )
})

describe('--bail', () => {
  it('stops at the first failure', async () => {
    const stand = { faults: ['auth/open-reads'], options: { only: ['settings', 'sqla'] } }
    const all = await runOn(stand)
    const bailed = await runOn({ ...stand, options: { ...stand.options, bail: true } })
    expect(ids(bailed, 'fail').length).toBeGreaterThan(0)
    expect(bailed.requests).toBeLessThan(all.requests)
    expect(bailed.executed).toBeLessThan(bailed.planned)
  })

  it('stops at nothing where there is none', async () => {
    const outcome = await runOn({ options: { bail: true, only: ['sqla'] } })
    expect(outcome.executed).toBe(outcome.planned)
  })
})
