import { describe, expect, it } from 'vitest'
import { answerOf, exchangeOf, profileWith } from '../exchanges.ts'

describe('the wrapping of a target', () => {
  const wrapped = (data: unknown, at: number) => exchangeOf(answerOf({ body: { data, meta: { api: 'v3', at } } }))

  it('is where all reads say the same', () => {
    const right = ['ok', false, [], { version: '1' }].map(wrapped)
    expect([...profileWith({ right }).envelope]).toEqual(['meta.api'])
  })

  it('is not known by few reads', () => {
    expect(profileWith({ right: ['ok', false, []].map(wrapped) }).envelope.size).toBe(0)
  })
})
