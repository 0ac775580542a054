import { describe, expect, it } from 'vitest'
import type { Observation } from '../../../suites/target/oracle.ts'
import { QUESTION, verdicts } from './votes.ts'

describe('a whole operation that takes', () => {
  const of = (operation: string, name: string, way: 'refused' | 'taken', few?: number): Observation => ({
    group: operation.startsWith('port') ? 'port' : operation,
    operation,
    vote: {
      question: QUESTION,
      of: name,
      way,
      field: { name, type: 'integer' },
      exchanges: [],
      ...(few === undefined ? {} : { few }),
    },
  })
  const kinds = ['a', 'b', 'c', 'd'].map((kind) => of(kind, 'externalPort', 'refused'))
  const pair = (operation: string, way: 'refused' | 'taken', few?: number) =>
    ['publishedPort', 'targetPort'].map((name) => of(operation, name, way, few))

  it('is warned of where its fields are refused elsewhere, and five others refuse', () => {
    const observations = [...kinds, ...pair('port.create', 'refused'), ...pair('port.update', 'taken')]
    expect(verdicts(observations)).toEqual(['warn', 'warn'])
  })
  it('is noted where one of its fields is its own', () => {
    const own = [of('port.update', 'publishedPort', 'taken'), of('port.update', 'protocolPort', 'taken')]
    expect(verdicts([...kinds, ...pair('port.create', 'refused'), ...own])).toEqual(['note', 'note'])
  })
  it('is noted where another takes as well', () => {
    const another = of('e', 'externalPort', 'taken')
    const observations = [...kinds, another, ...pair('port.create', 'refused'), ...pair('port.update', 'taken')]
    expect(verdicts(observations)).toEqual(['note', 'note', 'note'])
  })
  it('is noted where each operation may say which of its fields may be left out', () => {
    const observations = [...kinds, ...pair('port.create', 'refused', 1), ...pair('port.update', 'taken', 1)]
    expect(verdicts(observations)).toEqual(['note', 'note'])
  })
})
