import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { awayVariants } from '../../fixtures/away/index.ts'
import { using } from './api.ts'
import { seen } from './seen.ts'

/** What every server that keeps the specification does with these requests. */
const ordinary = (variant: readonly string[]): Promise<readonly unknown[]> =>
  using({ variants: variant }, async (api) => {
    const name = 'ordinary name'
    const made = await api.post('compose.create', { name, projectId: api.seed('projectId') })
    const id = /composeId(?:": *"|=)([^"]+)"/.exec(made.text)?.[1] ?? 'none'
    // Longer than the slowest of them takes to show a write.
    await wait(variant.includes('behaviour/slow-sight') ? 350 : 0)
    const one = await api.one('compose', id)
    const removed = await api.post('compose.delete', { composeId: id })
    await wait(variant.includes('behaviour/slow-sight') ? 350 : 0)
    const gone = await api.one('compose', id)
    const closed = await api.get('compose.one', { composeId: id }, { auth: null })
    const responses = [made, one, removed, gone, closed]
    return [
      responses.map(({ status }) => Math.floor(status / 100)),
      responses.map(({ type, body }) => type.startsWith('application/json') && body !== undefined),
      [one.text.includes(id), one.text.includes(name)],
      [gone, closed].map(({ body }) => ['message', 'code', 'issues'].every((key) => key in (body as object))),
    ]
  })

describe('the variants of the away server', () => {
  it('have unique ids, and each says what it does and why the specification allows it', () => {
    expect(new Set(awayVariants.map(({ id }) => id)).size).toBe(awayVariants.length)
    expect(awayVariants.filter(({ sentence, allowed }) => !sentence || !allowed)).toEqual([])
    expect(awayVariants.length).toBeGreaterThanOrEqual(18)
    expect(Object.keys(seen).toSorted()).toEqual(awayVariants.map(({ id }) => id).toSorted())
  })

  it.concurrent.each(awayVariants.map(({ id, sentence }) => [id, sentence] as const))('%s: %s', async (id) => {
    const look = seen[id]!
    expect(await using({ variants: [id] }, look)).not.toEqual(await using({}, look))
  })

  it.concurrent.each(awayVariants.map(({ id }) => id))('%s keeps what the specification says', async (id) => {
    expect(await ordinary([id])).toEqual(await ordinary([]))
  })

  it('do not stand in the way of each other', async () => {
    const many = ['answers/bare', 'rules/unknown-fields-refused', 'behaviour/number-identifiers', 'wire/chunked']
    expect(await ordinary(many)).toEqual(await ordinary([]))
  })
})
