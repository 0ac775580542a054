import { describe, expect, it } from 'vitest'
import { OtherRuns } from '../../../suites/scene/other-runs.ts'
import { otherRunIn } from '../../../suites/values/other-run.ts'
import { exchangeOf, responseOf } from '../exchanges.ts'

const OWN = 'a1b2c3d4'
const read = (body: unknown, path = '/registry.all') => exchangeOf(responseOf({ body }), { path })
const seen = (...shown: readonly ReturnType<typeof read>[]) => {
  const runs = new OtherRuns(OWN)
  for (const one of shown) runs.observe(one)
  return runs.seen
}
const nothing: readonly string[] = []
const theirs = ['ts-zzzzzzzz-registry-0001']

describe('another run', () => {
  it('is seen where its texts come into what a read shows', () => {
    expect(seen(read(nothing), read(theirs))).toBe('zzzzzzzz')
  })

  it('is seen where they go', () => {
    expect(seen(read(theirs), read(nothing))).toBe('zzzzzzzz')
  })

  it.each([
    ['what it has left stays', [read(theirs), read(theirs)]],
    [
      'its texts are listed in another order',
      [read([...theirs, 'ts-yyyyyyyy-a-1']), read(['ts-yyyyyyyy-a-1', ...theirs])],
    ],
    ['each read shows something else', [read(nothing), read(theirs, '/user.all')]],
    ['the texts are this run’s own', [read(nothing), read([`ts-${OWN}-registry-0001`])]],
    [
      'a request with another token shows them',
      [read(nothing), { ...read(theirs), credential: 'wrong-token' as const }],
    ],
    ['the text is no name of a run', [read(nothing), read(['ts-node-register', 'ts-node'])]],
  ])('is not seen where %s', (_, shown) => {
    expect(seen(...shown)).toBeNull()
  })
})

describe('a text of another run', () => {
  it.each([
    ['a: 1\n# ts-zzzzzzzz-settings-0171 ä\n', 'zzzzzzzz'],
    [`# ts-${OWN}-settings-0001\n# ts-zzzzzzzz-settings-0001`, 'zzzzzzzz'],
    [`# ts-${OWN}-settings-0001`, null],
    ['artifacts-manager01-x', null],
    [true, null],
    [undefined, null],
  ])('in %j is found: %j', (text, run) => {
    expect(otherRunIn(text, OWN)).toBe(run)
  })
})
