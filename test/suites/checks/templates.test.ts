import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../fixtures/http/exchange.ts'
import { operation } from '../../../schemas/registry.ts'
import { isConsistencyCheck, isMonitor } from '../../../suites/checks/check.ts'
import { templateChecks } from '../../../suites/checks/templates.ts'
import { Breach, Inconclusive } from '../../../suites/claim/finding.ts'
import { namedBy } from '../../../suites/evidence/template-named.ts'
import { caseOf } from '../cases.ts'
import { failure, success } from '../red/pair.ts'

it.each([
  ['as one that nobody has', failure(), Breach],
  ['with another error, which may tell of a delete that was carried out', failure(400, 'DONE', 'Done'), Inconclusive],
])('a first stack that is gone once its delete was answered %s', (_what, removed, thrown) => {
  const kept = templateChecks.find(({ id }) => id === 'templates/kept')
  if (!kept || isMonitor(kept) || isConsistencyCheck(kept)) throw new Error('no check')
  const templateOutlasted = { further: [success()], replaced: null, removed, denied: failure() }
  const scene = { ...caseOf({ control: success(), templateOutlasted }), operation: operation('compose.deployTemplate') }
  expect(() => kept.prove(scene)).toThrow(thrown)
})

describe('a template that is listed', () => {
  const gone = failure(404, 'NOT_FOUND', 'No such template')
  const full = failure(507, 'FULL', 'No room is left')
  const prove = (first: Exchange, last: Exchange) => {
    const taken = templateChecks.find(({ id }) => id === 'templates/taken')
    if (!taken || isMonitor(taken) || isConsistencyCheck(taken)) throw new Error('no check')
    const templates = { list: success(), listed: [first, last] as const, unknown: gone }
    taken.prove({ ...caseOf({ templates }), operation: operation('compose.deployTemplate') })
  }

  it('is known, also where it is the last', () => {
    expect(() => prove(success(), success())).not.toThrow()
    expect(() => prove(success(), gone)).toThrow(Breach)
    expect(() => prove(gone, gone)).toThrow(Breach)
  })

  it('may be refused for a reason of its own', () => {
    expect(() => prove(success(), full)).not.toThrow()
    expect(() => prove(full, full)).toThrow(Inconclusive)
    expect(() => prove(gone, full)).toThrow(Inconclusive)
  })
})

describe('a stack is called by a template', () => {
  const list = success([
    { id: 'wiki', name: 'Wiki' },
    { id: 'wiki-pages', name: 'Wiki Pages' },
    { id: 'blog', name: 'The Blog' },
  ])
  const named = (fields: object) =>
    namedBy({ id: 'stack-1', shown: success({ composeId: 'stack-1', ...fields }) }, list)

  it.each([
    ['its name is the name of one', { name: 'The Blog' }, 'blog'],
    ['its appName begins with the identifier of one', { appName: 'compose-1', name: 'blog-x7k2' }, 'blog'],
    ['its name begins with two, of which one is longer', { name: 'wiki-pages-x7k2' }, 'wiki-pages'],
    ['it says of which template it is', { name: 'Stack 1', templateId: 'wiki' }, 'wiki'],
  ])('if %s', (_what, fields, expected) => {
    expect(named(fields)).toBe(expected)
  })

  it.each([
    ['its name only holds one inside', { name: 'my blog' }],
    ['its name begins with letters of one', { name: 'wikipedia' }],
    ['another field holds one', { name: 'Stack 1', description: 'Wiki' }],
    ['its names are of two', { name: 'The Blog', appName: 'wiki-1' }],
  ])('but not if %s', (_what, fields) => {
    expect(named(fields)).toBeNull()
  })
})

it('stacks of which one is called by no template tell nothing', () => {
  const check = templateChecks.find(({ id }) => id === 'templates/named')
  if (!check || isMonitor(check) || isConsistencyCheck(check)) throw new Error('no check')
  const one = (of: string, named: string | null) => ({ of, named, exchanges: [success()] })
  const prove = (...stacks: ReturnType<typeof one>[]) =>
    check.prove({ ...caseOf({ templateNamed: stacks }), operation: operation('compose.deployTemplate') })
  expect(() => prove(one('wiki', null), one('blog', 'wiki'))).toThrow(Inconclusive)
  expect(() => prove(one('wiki', 'blog'), one('blog', 'wiki'))).toThrow(Breach)
})
