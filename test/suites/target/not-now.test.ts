import { describe, expect, it } from 'vitest'
import { changed, newVolatilePaths, snapshotOf } from '../../../suites/scene/snapshot.ts'
import { mayAnswerSoon, tellsNothing } from '../../../suites/target/not-now.ts'
import { settled, withoutFew } from '../../../suites/target/settled.ts'
import { error, exchangeOf, profileWith } from '../exchanges.ts'

const speaking404 = profileWith()
/** A target that says so of unknown identifiers. */
const speaking = (status: number) =>
  profileWith({ unknownIds: [1, 2].map(() => exchangeOf(error(status, 'NOT_FOUND', 'There is none'))) })

describe('a response to a read', () => {
  it.each([429, 503, 500, 502, 401])('of status %i tells nothing of what there is', (status) => {
    expect(tellsNothing(exchangeOf(error(status, 'UNAUTHORIZED')), speaking404)).toBe(true)
  })

  it('that never came tells nothing either', () => {
    expect(tellsNothing(exchangeOf(null), speaking404)).toBe(true)
  })

  it.each([404, 400])('of status %i tells', (status) => {
    expect(tellsNothing(exchangeOf(error(status)), speaking404)).toBe(false)
  })

  it.each([500, 503, 409])('of status %i tells where unknown identifiers are answered so', (status) => {
    const gone = exchangeOf(error(status, 'NOT_FOUND', 'There is none'))
    expect(tellsNothing(gone, speaking(status))).toBe(false)
    expect(mayAnswerSoon(gone, speaking(status))).toBe(false)
  })

  it.each([409, 423, 425, 502, 503, 504])('of status %i may be another in a moment', (status) => {
    expect(mayAnswerSoon(exchangeOf(error(status)), speaking404)).toBe(true)
  })

  it.each([200, 404, 429, 500])('of status %i is not asked again', (status) => {
    expect(mayAnswerSoon(exchangeOf(error(status)), speaking404)).toBe(false)
  })
})

describe('a look', () => {
  const look = (view: unknown, status: number) => snapshotOf(view, exchangeOf(error(status)), speaking404)
  const paths = (status: number) => changed(look({ name: 'a' }, 200), look(undefined, status), newVolatilePaths())

  it('that a server could not serve for the moment differs from no other', () => {
    expect([paths(503), paths(500)]).toEqual([[], []])
  })

  it('at what is gone differs as a whole', () => {
    expect(paths(404)).toEqual([''])
  })
})

describe('calibration', () => {
  const unready = () => exchangeOf(error(503, 'UNREADY'))
  const unknown = () => exchangeOf(error(404, 'NOT_FOUND', 'There is none'))

  it('asks once more where the target says that it is not the time', async () => {
    const answers = [unready(), unknown()]
    const exchange = await settled(() => Promise.resolve(answers.shift() ?? unready()))
    expect(exchange.response?.status).toBe(404)
  })

  it('learns nothing of how a target speaks from a few such responses, and from most of them all', () => {
    const statuses = (all: ReturnType<typeof unknown>[]) => withoutFew(all).map(({ response }) => response?.status)
    expect(statuses([unready(), unknown(), unknown()])).toEqual([404, 404])
    expect(statuses([unready(), unready(), unknown()])).toEqual([503, 503, 404])
  })
})
