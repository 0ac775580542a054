import { describe, expect, it } from 'vitest'
import type { Target } from '../../schemas/target.ts'
import type { Between } from './standing.ts'
import { ids, runOn, TOKEN } from './standing.ts'

/** A server that takes the token in this header, and nowhere else. */
const takesIn =
  (header: string, scheme: string): Between =>
  (request, next) => {
    const headers = new Headers(request.headers)
    const right = headers.get(header) === `${scheme}${TOKEN}`
    const given = headers.get(header) !== null
    headers.delete('authorization')
    if (given) headers.set('authorization', right ? `Bearer ${TOKEN}` : 'Bearer wrong')
    const body = request.method === 'GET' ? {} : { body: request.body, duplex: 'half' as const }
    return next(new Request(request.url, { method: request.method, headers, ...body }))
  }

const judged = (header: string, scheme: string, over: Partial<Target> = {}) =>
  runOn({
    between: takesIn(header, scheme === '' ? '' : `${scheme} `),
    target: { auth: { header, scheme }, ...over },
    options: { only: ['settings.health', 'sqla.one', 'user.all'] },
  })

describe('a target whose auth deviates', () => {
  it.each([
    ['X-Secret', 'Bearer'],
    ['Authorization', 'Token'],
    ['X-Api-Key', 'Bearer'],
  ])('takes %s: %s, and nothing is wrong with it', async (header, scheme) => {
    expect(ids(await judged(header, scheme), 'fail', 'warn', 'error')).toEqual([])
  })

  // Without a scheme the credential without one is the right token; another header's name may be that of the target's own.
  it.each([
    ['X-Secret', ''],
    ['X-Api-Key', ''],
    ['X-Authorization', 'Bearer'],
    ['X-Auth-Token', ''],
    ['Authorization', 'Basic'],
  ])('takes %s: %s, and nothing is wrong with it', async (header, scheme) => {
    expect(ids(await judged(header, scheme), 'fail', 'warn', 'error')).toEqual([])
  })

  it('is said to deviate', async () => {
    const { deviations } = await judged('X-Secret', 'Token')
    expect(deviations).toEqual(['the token goes in the header X-Secret', "the token's scheme is 'Token'"])
  })

  it('is said to be partial where it does not offer all', async () => {
    const { deviations } = await runOn({ target: { omit: ['cluster'] }, options: { only: ['settings.health'] } })
    expect(deviations).toEqual(['partial: the target file omits cluster'])
  })

  it('is said nothing of where it does not', async () => {
    expect((await runOn({ options: { only: ['settings.health'] } })).deviations).toEqual([])
  })
})
