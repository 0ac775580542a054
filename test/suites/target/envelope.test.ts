import { describe, expect, it } from 'vitest'
import { responseOf, exchangeOf, profileWith } from '../exchanges.ts'

describe('the wrapping of a target', () => {
  const wrapped = (data: unknown, at: number) => exchangeOf(responseOf({ body: { data, meta: { api: 'v3', at } } }))
  const all = ['ok', false, [], { version: '1' }]
  const envelopeOf = (bodies: readonly unknown[]) => [
    ...profileWith({ right: bodies.map((body) => exchangeOf(responseOf({ body }))) }).envelope,
  ]

  it('is where all reads say the same', () => {
    const bodies = [
      { api: 'v3', health: 'ok' },
      { api: 'v3', cloud: false },
      { api: 'v3' },
      { api: 'v3', version: '1' },
    ]
    expect(envelopeOf(bodies)).toEqual(['api'])
  })

  it('is what stands beside the one member that holds what was asked for', () => {
    const times = ['12:00', '12:01', '12:02', '12:03']
    expect(envelopeOf(all.map((data, at) => ({ error: null, data, path: `/${at}`, meta: { at: times[at] } })))).toEqual(
      ['error', 'path', 'meta'],
    )
  })

  it('leaves both members that differ in shape, and members that some reads lack', () => {
    expect(envelopeOf(all.map((data, at) => ({ data, more: at < 2 ? [] : 'more' })))).toEqual([])
    expect(envelopeOf(all.map((data, at) => ({ data, ...(at < 2 ? { time: `${at}` } : {}) })))).toEqual([])
  })

  it('takes lists of like objects for what was asked for', () => {
    expect(envelopeOf(all.map((_, at) => ({ items: [{ at }], page: at })))).toEqual(['page'])
  })

  it('is not known by few reads', () => {
    expect(profileWith({ right: ['ok', false, []].map(wrapped) }).envelope.size).toBe(0)
  })
})
