import { describe, expect, it } from 'vitest'
import { identifierMonitors } from '../../../suites/monitors/identifiers.ts'
import { responseOf, exchangeOf, profileWith } from '../exchanges.ts'

/** What is said of a list of templates. */
function saidOf(body: unknown, operation: 'compose.templates' | 'compose.getTags' = 'compose.templates'): string {
  const [monitor] = identifierMonitors
  const response = responseOf({ body })
  const exchange = exchangeOf(response, { operation })
  const watched = monitor?.watch(response, { profile: profileWith(), exchange, secret: '' })
  return typeof watched === 'object' ? watched.got : (watched ?? 'none')
}

describe('records/identifiers, of templates', () => {
  it.each([
    ['texts', [{ id: 'blog' }, { id: '7' }]],
    ['texts inside of a page', { items: [{ id: 'blog', author: { id: 3 } }], total: 1 }],
  ])('takes %s', (_what, list) => {
    expect(saidOf(list)).toBe('held')
  })

  it.each([
    ['a list', [{ id: 0 }, { id: 1 }]],
    ['a page', { items: [{ id: 'blog' }, { id: 0 }], total: 2 }],
  ])('refuses numbers in %s', (_what, list) => {
    expect(saidOf(list)).toBe('id is 0')
  })

  it.each([
    ['rows that have another identifier', [{ id: 0, templateId: 'blog' }]],
    ['templates beside their categories', { categories: [{ id: 1 }], templates: [{ id: 'blog' }] }],
    ['names alone', ['blog', 'shop']],
    ['templates without one', [{ name: 'blog' }]],
  ])('says nothing of %s', (_what, list) => {
    expect(saidOf(list)).toBe('bare')
  })

  it('says nothing of tags', () => {
    expect(saidOf([{ id: 1 }], 'compose.getTags')).toBe('off')
  })
})
