import { describe, expect, it } from 'vitest'
import { Inconclusive } from '../../../suites/claim/finding.ts'
import { tallyVotes, type Observation } from '../../../suites/target/oracle.ts'
import { QUESTION, verdicts } from './votes.ts'

interface Asked {
  readonly way: 'refused' | 'taken'
  readonly group?: string
  readonly times?: number
  readonly few?: number
  readonly again?: 'refused' | 'taken'
}

/** Observations in one group unless said otherwise; each of an operation of its own. */
const fixture = (...all: readonly Asked[]): Observation[] =>
  all.flatMap(({ group = 'sqla', times = 1, way, few, again }, place) =>
    Array.from({ length: times }, (_, at) => ({
      group,
      operation: `${group}.${place}-${at}`,
      vote: {
        question: QUESTION,
        of: 'name',
        way,
        exchanges: [],
        ...(few === undefined ? {} : { few }),
        ...(again === undefined ? {} : { again }),
      },
    })),
  )

describe('a question of which every response is reasonable', () => {
  it('has no outlier', () => {
    expect(verdicts(fixture({ way: 'refused', times: 20, few: 0 }, { way: 'taken', few: 0 }))).toEqual(['note'])
  })
})

describe('a situation in which anything is taken', () => {
  const SITUATION = 'a write that seeks no record'
  const within = (observations: readonly Observation[], question: string, more: Partial<Observation['vote']>) =>
    observations.map((one) => ({ ...one, vote: { ...one.vote, question, ...more } }))
  const taker = within(fixture({ way: 'taken', group: 'port' }), QUESTION, { within: [SITUATION] })
  const far = (taken: number, refused: number) =>
    within(
      fixture({ way: 'taken', group: 'mounts', times: taken }, { way: 'refused', group: 'mounts', times: refused }),
      'an object is sent',
      { within: [SITUATION], frees: [SITUATION] },
    )
  const verdictOfTaker = (others: readonly Observation[]) => {
    const refusers = fixture({ way: 'refused', times: 8 })
    return verdicts([...taker, ...refusers, ...others])[0]
  }
  it('excuses who takes something in it, though others refuse elsewhere', () => {
    expect(verdictOfTaker(far(8, 2))).toBe('note')
  })
  it('excuses nobody where it is seen too seldom, or is not the rule', () => {
    expect(verdictOfTaker(far(4, 0))).toBe('warn')
    expect(verdictOfTaker(far(8, 9))).toBe('warn')
  })
})

describe('what nobody is free to do', () => {
  const wrong = (...all: readonly Asked[]) =>
    fixture(...all).map((observation) => ({
      ...observation,
      vote: { ...observation.vote, wrong: { elsewhere: 'MUST', everywhere: 'SHOULD' } as const },
    }))
  it('is grave where the like is done rightly elsewhere', () => {
    expect(verdicts(wrong({ way: 'refused' }, { way: 'taken' }))).toEqual(['fail'])
  })
  it('is a warning where it is done everywhere', () => {
    expect(verdicts(wrong({ way: 'taken', times: 9 }))).toEqual(Array(9).fill('warn'))
  })
  it('is not told where nobody shows how it is done rightly, and the vote says so', () => {
    const why = { reason: 'who knows', supply: 'somebody' }
    const doubtful = (...all: readonly Asked[]) =>
      fixture(...all).map((observation) => ({
        ...observation,
        vote: { ...observation.vote, wrong: { elsewhere: 'SHOULD', everywhere: why } as const },
      }))
    expect([...tallyVotes(doubtful({ way: 'taken', times: 4 })).found.values()]).toEqual(
      Array.from({ length: 4 }, () => expect.any(Inconclusive)),
    )
    expect(verdicts(doubtful({ way: 'refused' }, { way: 'taken' }))).toEqual(['warn'])
  })
  it('is nothing where it is not done', () => {
    expect(verdicts(wrong({ way: 'refused', times: 9 }))).toEqual([])
  })
})

describe('a target that refuses', () => {
  it('has nothing against it', () => {
    expect(verdicts(fixture({ way: 'refused', times: 9 }))).toEqual([])
  })
  it('is warned of the one that takes', () => {
    const observations = fixture({ way: 'refused', times: 9 }, { way: 'taken' })
    expect(verdicts(observations)).toEqual(['warn'])
    expect(
      [...tallyVotes(observations).found.values()].map((one) => (one instanceof Inconclusive ? '' : one.got)).join(),
    ).toContain('refused 9 times in 9 operations')
  })
  it('is warned where only five agree', () => {
    expect(verdicts(fixture({ way: 'refused', times: 5 }, { way: 'taken' }))).toEqual(['warn'])
  })
  it('is noted where fewer agree', () => {
    expect(verdicts(fixture({ way: 'refused', times: 4 }, { way: 'taken' }))).toEqual(['note'])
  })
  it('is warned of one in eight, and noted of more', () => {
    expect(verdicts(fixture({ way: 'refused', times: 14 }, { way: 'taken', times: 2 }))).toEqual(['warn', 'warn'])
    expect(verdicts(fixture({ way: 'refused', times: 13 }, { way: 'taken', times: 2 }))).toEqual(['note', 'note'])
  })
  it('is noted of more than a few where some may be optional', () => {
    const few = { few: 2 } as const
    expect(verdicts(fixture({ way: 'refused', times: 70, ...few }, { way: 'taken', times: 3, ...few }))).toEqual(
      Array.from({ length: 3 }, () => 'note'),
    )
  })
})

describe('a whole group that takes', () => {
  const others = ['a', 'b', 'c', 'd', 'e'].map((group): Asked => ({ way: 'refused', group, times: 2 }))
  it('is warned of where five other groups refuse', () => {
    const observations = fixture(...others, { way: 'taken', group: 'docstore', times: 4 })
    expect(verdicts(observations)).toEqual(Array.from({ length: 4 }, () => 'warn'))
    expect(tallyVotes(observations).ways[QUESTION]).toMatchObject({ refused: 10, taken: 4, outliers: { length: 4 } })
  })
  it('is noted where not all others refuse', () => {
    const mixed: Asked = { way: 'taken', group: 'a' }
    expect(verdicts(fixture(...others, mixed, { way: 'taken', group: 'docstore', times: 4 }))).toEqual(
      Array.from({ length: 5 }, () => 'note'),
    )
  })
})

describe('a target that takes', () => {
  it('is noted once where it does so everywhere', () => {
    expect(verdicts(fixture({ way: 'taken', times: 30 }))).toEqual(['note'])
  })
  it('is noted for each where it does so here and there', () => {
    expect(verdicts(fixture({ way: 'taken', times: 6 }, { way: 'refused', times: 6 }))).toHaveLength(6)
  })
  it('is said to be intermittent where it refuses a second time', () => {
    const observations = fixture({ way: 'taken', again: 'refused' }, { way: 'refused', times: 9 })
    expect(
      [...tallyVotes(observations).found.values()].map((one) => (one instanceof Inconclusive ? '' : one.got)).join(),
    ).toContain('intermittent')
  })
})

it('questions are apart', () => {
  const [one, ...rest] = fixture({ way: 'taken' }, { way: 'refused', times: 9 })
  const other: Observation[] = one ? [{ ...one, vote: { ...one.vote, question: 'another' } }] : []
  expect(verdicts([...other, ...rest])).toEqual(['note'])
})

describe('a field that alone differs, of a class too small to agree on anything', () => {
  const WIDE = 'any field is left out'
  const of = (name: string, type: string, way: 'refused' | 'taken', operation = `sqla.${name}`): Observation => ({
    group: 'sqla',
    operation,
    vote: { question: `${type} left out`, wider: [WIDE], field: { name, type }, of: name, way, exchanges: [] },
  })
  const texts = Array.from({ length: 9 }, (_, at) => of(`text${at}`, 'string', 'refused'))

  it('is warned of among all fields', () => {
    const observations = [...texts, of('port', 'integer', 'taken'), of('other', 'integer', 'refused')]
    expect(verdicts(observations)).toEqual(['warn'])
    expect([...tallyVotes(observations).found.values()].join()).toContain(`${WIDE}: refused 10 times in 10 operations`)
  })

  it.each([
    ['its type', of('other', 'integer', 'taken')],
    ['its name', of('port', 'email', 'taken', 'sqlb.other')],
    ['its operation', of('other', 'email', 'taken', 'sqla.port')],
  ])('goes the target’s way with another that shares %s', (_what, other) => {
    expect(verdicts([...texts, of('port', 'integer', 'taken'), other])).toEqual(['note', 'note'])
  })

  it('is warned of beside one that shares nothing with it, and not beside two', () => {
    const [port, email, flag] = [
      of('port', 'integer', 'taken'),
      of('email', 'email', 'taken'),
      of('flag', 'boolean', 'taken'),
    ]
    expect(verdicts([...texts, port, email])).toEqual(['warn', 'warn'])
    expect(verdicts([...texts, port, email, flag])).toEqual(['note', 'note', 'note'])
  })

  it('is noted where fewer than five agree in the wider class too', () => {
    expect(verdicts([...texts.slice(0, 4), of('port', 'integer', 'taken')])).toEqual(['note'])
  })
})

describe('what one field alone is refused', () => {
  const named = (observations: readonly Observation[], name: string) =>
    observations.map((one) => ({ ...one, vote: { ...one.vote, field: { name, type: 'integer' as const } } }))
  const kinds = ['colstore', 'sqlb', 'sqla', 'sqlc', 'docstore', 'kvstore']
  const refusers = named(fixture(...kinds.map((group) => ({ way: 'refused' as const, group }))), 'externalPort')
  const takersOf = (name: string) => named(fixture({ way: 'taken', group: 'port', times: 3 }), name)
  it('says nothing of a group with other fields', () => {
    expect(verdicts([...refusers, ...takersOf('targetPort')])).toEqual(['note', 'note', 'note'])
  })
  it('is held against a group that takes that very field', () => {
    expect(verdicts([...refusers, ...takersOf('externalPort')])).toEqual(['warn', 'warn', 'warn'])
  })
  it('is held against others where one more field is refused', () => {
    const other = named(fixture({ way: 'refused', group: 'application' }), 'betaProjectId')
    expect(verdicts([...refusers, ...other, ...takersOf('targetPort')])).toEqual(['warn', 'warn', 'warn'])
  })
})
